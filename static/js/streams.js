// Long work: its parts come as server-sent events, each in the place of the one before. A form's
// state is posted, for no address holds a long source; so the stream is read here, not by
// EventSource, nor by htmx, which reads streams of addresses, and these only with an extension.
const TRIES = 3;
const AGAIN_MS = 1500;
const followed = new WeakSet();

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function ask(place) {
  const form = place.closest("form");
  const headers = { Accept: "text/event-stream" };
  if (!form) return fetch(place.dataset.stream, { headers });
  return fetch(place.dataset.stream, { method: "POST", headers, body: new URLSearchParams(new FormData(form)) });
}

function fieldsOf(event) {
  const fields = event.split("\n").map((line) => line.split(/: (.*)/s));
  return Object.fromEntries(fields.map(([name, value]) => [name, value ?? ""]));
}

/** Shows one event. True for the last. */
function show(place, event) {
  const { event: kind, data } = fieldsOf(event);
  if (!data) return false;
  const { html, text, says } = JSON.parse(data);
  if (kind === "failed") lose(place, text);
  else {
    place.innerHTML = html;
    fill(place);
  }
  if (says) announce(place, says);
  if (kind === "done") followAll();
  return kind !== "part";
}

/** What was chosen for a field that was left empty, and still is. */
function fill(place) {
  for (const { dataset, value } of place.querySelectorAll("[data-fills]")) {
    const field = place.closest("form")?.querySelector(`input[name="${dataset.fills}"]`);
    if (field && !field.value) field.value = value;
  }
}

/** What is new in a place, for those who do not see it; the region outlives what the place holds. */
function announce(place, says) {
  const region = document.getElementById(place.dataset.announces ?? "");
  if (region && region.textContent !== says) region.textContent = says;
}

function lose(place, text) {
  const words = document.createElement("p");
  words.className = "note";
  words.setAttribute("role", "status");
  words.textContent = text;
  place.querySelector("progress")?.remove();
  place.append(words);
}

/** Reads one stream to its end. True when nothing more is to come. */
async function read(place) {
  const answer = await ask(place);
  if (!answer.ok || !answer.body) return false;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return false;
    const events = (text + value).split("\n\n");
    text = events.pop();
    for (const event of events) {
      // Another result has come in the meantime: whoever works for this one may stop.
      if (!place.isConnected) return reader.cancel().then(() => true);
      if (show(place, event)) return true;
    }
  }
}

async function follow(place) {
  followed.add(place);
  for (let tried = 0; tried < TRIES && place.isConnected; tried += 1) {
    if (tried) await pause(AGAIN_MS);
    try {
      if (await read(place)) return;
    } catch {
      // The connection broke; what is made already comes at once the next time.
    }
  }
  if (place.isConnected) lose(place, place.dataset.lost);
}

function followAll() {
  for (const place of document.querySelectorAll("[data-stream]")) if (!followed.has(place)) follow(place);
}

document.addEventListener("htmx:after:swap", followAll);
followAll();

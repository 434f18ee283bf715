// Plays scenes: states are absolute, so back is as good as forwards; texts come from the page.
const SPEEDS = [1, 2, 0.5];
const MOVE = 200;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const still = () => reduced.matches;
const narrow = matchMedia("(max-width: 700px)");
const ready = new WeakSet();
const corner = (node) => node.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
// Without asking for styles: that would lay out the page for each value that moves.
const placed = (node) => node.style.transform || `translate(${corner(node).join("px, ")}px)`;

function* changes(step) {
  yield* Object.entries(step.set ?? {});
  for (const [classes, names] of Object.entries(step.look ?? {})) for (const name of names) yield [name, { classes }];
}

class Scene {
  constructor(root) {
    this.root = root;
    const data = JSON.parse(this.find("[data-scene-data]").content.textContent);
    this.pace = data.pace;
    this.steps = data.steps;
    this.handle = data.handle;
    this.first = data.first;
    this.ways = data.ways ?? {};
    this.says = [...root.querySelectorAll("[data-scene-says] li")].map((item) => item.textContent);
    this.start = this.find("[data-scene-say]").textContent;
    this.startName = this.find("[data-scene-at]").textContent;
    this.picture = this.find("[data-scene-first]");
    this.nodes = new Map([...this.picture.querySelectorAll("[data-id]")].map((node) => [node.dataset.id, node]));
    this.drawn = structuredClone(this.first);
    this.at = 0;
    this.speed = 1;
    this.timer = 0;
    this.find("[data-scene-last]").hidden = true;
    this.find("[data-scene-player]").hidden = false;
    root.classList.add("is-live");
    this.listen();
  }

  find(selector) {
    return this.root.querySelector(selector);
  }

  listen() {
    const on = (name, kind, act) => this.find(`[data-scene-${name}]`).addEventListener(kind, act);
    on("play", "click", () => (this.timer ? this.stop() : this.play()));
    on("back", "click", () => this.jump(this.at - 1));
    on("on", "click", () => this.jump(this.at + 1));
    on("scrub", "input", (event) => this.jump(Number(event.target.value)));
    on("speed", "click", (event) => {
      this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length];
      event.target.textContent = `${this.speed === 0.5 ? "½" : this.speed}×`;
      event.target.setAttribute("aria-label", `Speed: ${event.target.textContent}`);
      if (this.timer) this.announce();
    });
    this.root.addEventListener("keydown", (event) => this.key(event));
    const idOf = (event) => event.target.closest("[data-id]")?.dataset.id;
    this.picture.addEventListener("click", (event) => this.follow(idOf(event)));
    this.picture.addEventListener("pointerover", (event) => {
      if (this.placesOf(idOf(event)).length) event.target.style.cursor = "pointer";
    });
    // A page may have controls of its own for the same steps.
    this.root.addEventListener("scene-go", (event) => {
      this.stop();
      this.go(event.detail, false);
    });
    if (this.nodes.has(this.handle)) this.drag(this.nodes.get(this.handle).closest("svg"));
    // A page may listen to the same keys and fields for something of its own.
    for (const kind of ["input", "change"]) this.root.addEventListener(kind, (event) => event.stopPropagation());
    new ResizeObserver(() => this.measure()).observe(this.picture);
    addEventListener("resize", () => this.measure());
    new IntersectionObserver(([seen]) => seen.isIntersecting || this.stop()).observe(this.root);
  }

  /** Only beside a picture that leaves no room below it does the player stay at the window's edge. */
  measure() {
    const bar = this.find(".scene-bar").offsetHeight;
    this.root.classList.toggle("is-tall", this.picture.offsetHeight + bar > innerHeight);
  }

  /** The steps that change a shape. */
  placesOf(name) {
    if (name in this.ways) return this.ways[name].to.map(([, step]) => step);
    return this.steps.flatMap((step, at) => ([...changes(step)].some(([id]) => id === name) ? [at + 1] : []));
  }

  /** From a shape that is clicked to the step at which it changes next, after the last one to its first. */
  follow(name) {
    const places = this.placesOf(name);
    if (places.length) this.jump(places.find((one) => one > this.at) ?? places[0]);
    this.showWays(name);
  }

  /** What was clicked, and buttons for all steps that are about it. */
  showWays(name) {
    const place = this.find("[data-scene-ways]");
    const known = this.ways[name];
    place.hidden = !known;
    if (!known) return;
    place.replaceChildren(known.title);
    for (const [words, step] of known.to) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = words;
      button.addEventListener("click", () => this.jump(step));
      place.append(" ", button);
    }
  }

  /** A picture with a handle: it is pulled to the step that puts it nearest to the pointer. */
  drag(svg) {
    const places = [this.first[this.handle].x];
    for (const step of this.steps) places.push(step.set?.[this.handle]?.x ?? places.at(-1));
    const pull = (event) => {
      const { left, width } = svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * svg.viewBox.baseVal.width;
      const away = places.map((place) => Math.abs(place - x));
      this.jump(away.indexOf(Math.min(...away)));
    };
    svg.classList.add("has-handle");
    svg.addEventListener("pointerdown", (event) => {
      svg.setPointerCapture(event.pointerId);
      event.preventDefault();
      pull(event);
    });
    svg.addEventListener("pointermove", (event) => event.buttons && pull(event));
    svg.addEventListener("click", (event) => event.stopPropagation());
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("summary")) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length };
    const plays = event.key === " " && !event.target.closest("button, input");
    if (!plays && !(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!plays) this.jump(steps[event.key]);
    else if (this.timer) this.stop();
    else this.play();
  }

  play() {
    if (this.at === this.steps.length) this.go(0);
    this.find("[data-scene-play]").textContent = "Pause";
    const next = () => {
      this.go(this.at + 1);
      if (this.at === this.steps.length) this.stop();
      else this.timer = setTimeout(next, this.wait());
    };
    this.timer = setTimeout(next, MOVE);
    this.announce();
  }

  wait() {
    return (still() ? 1500 : this.pace) / this.speed;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.find("[data-scene-play]").textContent = "Play";
    this.announce();
  }

  /** Said aloud, but not faster than one can listen. */
  announce() {
    this.find("[data-scene-say]").setAttribute("aria-live", this.timer && this.speed > 1 ? "off" : "polite");
  }

  jump(number) {
    this.stop();
    this.go(number);
  }

  go(number, tells = true) {
    const before = this.at;
    this.at = Math.min(Math.max(number, 0), this.steps.length);
    if (this.at === before) return;
    if (tells) this.root.dispatchEvent(new CustomEvent("scene-moved", { bubbles: true, detail: this.at }));
    const step = this.at ? this.steps[this.at - 1] : {};
    const ghosts = this.at === before + 1 && !still() ? this.ghosts(step) : [];
    for (const [name, values] of this.at === before + 1 ? changes(step) : this.state()) this.paint(name, values);
    for (const fly of ghosts) fly();
    const said = this.at ? this.says[this.at - 1] : this.start;
    this.find("[data-scene-say]").textContent = said;
    const named = this.at ? (step.name ?? `${this.at} of ${this.steps.length}`) : this.startName;
    this.find("[data-scene-at]").textContent = named;
    const scrub = this.find("[data-scene-scrub]");
    scrub.value = String(this.at);
    scrub.setAttribute("aria-valuetext", named);
    this.reveal(step.focus);
  }

  /** All that is drawn at this step, whatever was drawn before. */
  state() {
    const state = structuredClone(this.first);
    for (const step of this.steps.slice(0, this.at)) {
      for (const [name, values] of changes(step)) Object.assign(state[name], values);
    }
    return Object.entries(state);
  }

  paint(name, values) {
    const node = this.nodes.get(name);
    const drawn = this.drawn[name];
    const changed = Object.keys(values).filter((field) => values[field] !== drawn[field]);
    if (!changed.length) return;
    Object.assign(drawn, values);
    const shape = node.querySelector("rect, circle, path");
    for (const field of changed) {
      const value = values[field];
      if (field === "classes") node.setAttribute("class", `shape ${value}`);
      else if (field === "label") node.querySelector("text").textContent = value;
      else if (field === "d") shape.setAttribute("d", value);
      else if (field === "opacity") node.style.opacity = value;
      else if (field === "w" || field === "h") this.size(node, shape, field, value);
      else this.place(node, drawn);
    }
  }

  place(node, values) {
    const [x, y] = corner(node);
    node.style.transform = `translate(${values.x ?? x}px, ${values.y ?? y}px)`;
  }

  size(node, shape, field, value) {
    if (shape.tagName === "circle") return shape.setAttribute("r", value);
    shape.style[field === "w" ? "width" : "height"] = `${value}px`;
    const text = node.querySelector("text");
    if (field === "w") text.setAttribute("x", value / 2);
    else text.setAttribute("y", value / 2 + 4.5);
  }

  /** Copies of values on their way, and sweeps: they show the step and are no part of a state. */
  ghosts(step) {
    const long = Math.min(this.timer ? this.wait() * 0.8 : 800, 800);
    const sweeps = (step.sweeps ?? []).map((name) => () => {
      const shape = this.nodes.get(name).querySelector("rect");
      shape.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], long);
    });
    const moves = (step.moves ?? []).map(([from, to]) => {
      const ghost = this.nodes.get(from).cloneNode(true);
      return () => this.fly(ghost, this.nodes.get(from), this.nodes.get(to));
    });
    return [...sweeps, ...moves];
  }

  fly(ghost, from, to) {
    ghost.removeAttribute("data-id");
    ghost.setAttribute("class", `${from.getAttribute("class")} ghost`);
    to.parentNode.append(ghost);
    const ends = [from, to].map((node) => ({ transform: placed(node) }));
    ghost.animate(ends, { duration: MOVE, easing: "ease-in-out" }).finished.finally(() => ghost.remove());
  }

  /** What happens stays in view, above the player, where the scene is taller than the window. */
  reveal(name) {
    const node = narrow.matches && this.nodes.get(name);
    if (!node) return;
    const { top, bottom } = node.getBoundingClientRect();
    const bar = this.find(".scene-bar").getBoundingClientRect();
    // The bar sticks to the lower edge, or stands above it where the picture ends.
    const low = Math.min(bar.top, innerHeight - bar.height);
    if (top >= 0 && bottom <= low && bar.bottom <= innerHeight + 1) return;
    // To the middle, for what happens has neighbours; of what is too tall, its upper end.
    const by = Math.min((top + bottom - (innerHeight - bar.height)) / 2, top);
    scrollBy({ top: by, behavior: still() ? "auto" : "smooth" });
  }
}

function prepare() {
  for (const root of document.querySelectorAll("[data-scene]")) {
    if (ready.has(root)) continue;
    ready.add(root);
    const scene = new Scene(root);
    const wanted = /^#step=(\d+)$/.exec(location.hash);
    if (wanted && root === document.querySelector("[data-scene]")) scene.go(Number(wanted[1]));
  }
}

for (const kind of ["htmx:after:swap", "stage-shown"]) document.addEventListener(kind, prepare);
prepare();

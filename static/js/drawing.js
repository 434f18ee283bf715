// A canvas to draw a sign on: dark ink on paper.
const SIDE = 192;
const INK = 14;

/** The canvas with its button. `onStroke` is called when a stroke ends, and after clearing. */
export function drawingOn(label, onStroke = () => {}) {
  const place = document.createElement("div");
  place.className = "drawing";
  const canvas = Object.assign(document.createElement("canvas"), { width: SIDE, height: SIDE });
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", label);
  const clear = Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: "Clear the drawing" });
  place.append(canvas, clear);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  let drawn = false;
  const wipe = () => { pen.fillStyle = "#fff"; pen.fillRect(0, 0, SIDE, SIDE); drawn = false; };
  wipe();
  clear.addEventListener("click", () => { wipe(); onStroke(); });
  Object.assign(pen, { lineWidth: INK, lineCap: "round", lineJoin: "round", strokeStyle: "#1a1d21" });
  const at = (event) => {
    const box = canvas.getBoundingClientRect();
    return [((event.clientX - box.left) * SIDE) / box.width, ((event.clientY - box.top) * SIDE) / box.height];
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pen.beginPath();
    pen.moveTo(...at(event));
    pen.lineTo(...at(event));
    pen.stroke();
    drawn = true;
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    pen.lineTo(...at(event));
    pen.stroke();
  });
  canvas.addEventListener("pointerup", () => onStroke());
  return {
    place,
    drawn: () => drawn,
    /** The drawing in `side` by `side` pixels, RGB bytes as base64. */
    pixels(side) {
      const small = new OffscreenCanvas(side, side).getContext("2d");
      small.imageSmoothingQuality = "high";
      small.drawImage(canvas, 0, 0, side, side);
      const bytes = small.getImageData(0, 0, side, side).data.filter((_, index) => index % 4 !== 3);
      return btoa(String.fromCharCode(...bytes));
    },
    /** Puts the drawing into a file field as a PNG file. */
    fill(field, then) {
      canvas.toBlob((blob) => {
        const files = new DataTransfer();
        files.items.add(new File([blob], "drawing.png", { type: "image/png" }));
        field.files = files.files;
        then();
      });
    },
  };
}

// A touch on the plan writes the position of the marker whose field was last entered, to the half inch.
for (const ground of document.querySelectorAll("[data-ground]")) {
  const points = [...ground.querySelectorAll("[data-point]")];
  let held = points[0];
  points.forEach((field) => field.addEventListener("focus", () => { held = field; }));
  const picture = ground.querySelector("svg");
  if (!picture || !held) continue;
  picture.addEventListener("click", (event) => {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    const { scale, left, top, height } = ground.dataset;
    const half = (length) => Math.round(length * 2) / 2;
    held.value = `${half((at.x - left) / scale)} ${half(height - (at.y - top) / scale)}`;
    held = points[(points.indexOf(held) + 1) % points.length];
  });
}

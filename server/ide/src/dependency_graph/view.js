// Zooms and moves the drawing of a dependency graph: with the wheel, by dragging, with keys and with
// the buttons that it adds. What is seen of the drawing is its view box, which has the shape of the
// element, so that one scale holds in both directions.
(() => {
  const svg = document.querySelector("svg.graph");
  if (!svg) return;
  const { width, height } = svg.viewBox.baseVal;
  // Where text can just be read, and how small and large it gets.
  const [readable, smallest, largest] = [0.6, 0.05, 8];
  // Pixels of the screen for one of the drawing, and what is in the middle.
  let [scale, x, y] = [1, width / 2, height / 2];

  const within = (value, low, high) => Math.min(Math.max(value, low), high);
  const box = () => svg.getBoundingClientRect();

  function show() {
    const { width: w, height: h } = box();
    if (w === 0 || h === 0) return;
    scale = within(scale, smallest, largest);
    // Some of the drawing stays in sight.
    x = within(x, 0, width);
    y = within(y, 0, height);
    svg.setAttribute("viewBox", [x - w / scale / 2, y - h / scale / 2, w / scale, h / scale].join(" "));
  }

  function fit() {
    const { width: w, height: h } = box();
    scale = Math.min(w / width, h / height, 1.25);
    [x, y] = [width / 2, height / 2];
    show();
  }

  // All of it if that can be read, else its beginning.
  function begin() {
    fit();
    if (scale < readable) {
      const { width: w, height: h } = box();
      scale = readable;
      x = Math.min(width / 2, w / scale / 2);
      y = Math.min(height / 2, h / scale / 2);
      show();
    }
  }

  // Zooms such that what lies at a place of the element, in the middle by default, stays there.
  function zoom(factor, at = { x: 0, y: 0 }) {
    const before = scale;
    scale = within(scale * factor, smallest, largest);
    x += at.x / before - at.x / scale;
    y += at.y / before - at.y / scale;
    show();
  }

  function move(right, down) {
    x += right / scale;
    y += down / scale;
    show();
  }

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const { left, top, width: w, height: h } = box();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // Two fingers on a touchpad come as a wheel with the control key, in small steps.
    const speed = event.ctrlKey ? 0.01 : 0.002;
    const at = { x: event.clientX - left - w / 2, y: event.clientY - top - h / 2 };
    zoom(Math.exp(-event.deltaY * lines * speed), at);
  }, { passive: false });

  // The last place of the pointer while it drags.
  let held = null;
  let isDragged = false;
  svg.addEventListener("pointerdown", (event) => {
    if (event.button === 0) [held, isDragged] = [event, false];
  });
  svg.addEventListener("pointermove", (event) => {
    if (!held) return;
    const [right, down] = [event.clientX - held.clientX, event.clientY - held.clientY];
    // A hand that clicks is not quite still.
    if (!isDragged && Math.hypot(right, down) < 4) return;
    if (!isDragged) svg.setPointerCapture(event.pointerId);
    isDragged = true;
    svg.classList.add("dragged");
    move(-right, -down);
    held = event;
  });
  const release = () => {
    held = null;
    svg.classList.remove("dragged");
  };
  svg.addEventListener("pointerup", release);
  svg.addEventListener("pointercancel", release);
  // The end of a drag is no click on a node, and a node is not dragged as a link.
  window.addEventListener("click", (event) => {
    if (!isDragged) return;
    isDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  svg.addEventListener("dragstart", (event) => event.preventDefault());

  const step = 60;
  const keys = {
    "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8),
    0: fit, f: fit, 1: () => zoom(1 / scale),
    ArrowLeft: () => move(-step, 0), ArrowRight: () => move(step, 0),
    ArrowUp: () => move(0, -step), ArrowDown: () => move(0, step),
  };
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  // A node that is reached with the tabulator comes into sight.
  svg.addEventListener("focusin", (event) => {
    const node = event.target.getBoundingClientRect();
    const { left, top, right, bottom } = box();
    if (node.left < left || node.right > right || node.top < top || node.bottom > bottom) {
      move((node.left + node.right - left - right) / 2, (node.top + node.bottom - top - bottom) / 2);
    }
  });

  const tools = document.createElement("nav");
  for (const [label, title, act] of [
    ["−", "Smaller (-)", keys["-"]], ["+", "Larger (+)", keys["+"]], ["Fit", "All of it (0)", fit],
  ]) {
    const button = document.createElement("button");
    [button.type, button.textContent, button.title] = ["button", label, title];
    button.addEventListener("click", act);
    tools.append(button);
  }
  const hint = document.createElement("span");
  hint.textContent = "Wheel: zoom. Drag: move. Click: to the text.";
  tools.append(hint);
  svg.before(tools);

  new ResizeObserver(show).observe(svg);
  begin();
})();

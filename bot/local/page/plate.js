/** Seat plates: colour and livery at the left, the seat's letter on paper at the right. */
import { el, svg } from "./dom.js";

const INK = "#0D1117";
const PAPER = "#F6F3EA";
const HEIGHT = 28;
const WIDTH = 49;
const LEAN = HEIGHT * 0.25;
const MIDDLE = WIDTH * 0.52;

const SEATS = [
  { color: "#E69F00", livery: "stripe", ink: INK },
  { color: "#56B4E9", livery: "slashes", ink: INK },
  { color: "#009E73", livery: "chevrons", ink: INK },
  { color: "#F0E442", livery: "checks", ink: INK },
  { color: "#0072B2", livery: "rails", ink: PAPER },
  { color: "#D55E00", livery: "hoops", ink: INK },
  { color: "#CC79A7", livery: "dots", ink: INK },
  { color: "#E9E6DC", livery: "halves", ink: "#535F6E" },
];

const box = (x, y, width, height) => svg("rect", { x, y, width, height });
const shape = (...points) => svg("polygon", { points: points.map((p) => p.join(",")).join(" ") });

/** Marks of one livery in a box of `width` by `h`; measures are shares of `h`. */
const LIVERIES = {
  stripe: (width, h) => [box(0, h * 0.35, width, h * 0.3)],
  slashes(width, h) {
    const marks = [];
    for (let x = -h * 0.9; x < width; x += h * 0.6) {
      marks.push(shape([x, h], [x + h * 0.2, h], [x + h * 0.9, 0], [x + h * 0.7, 0]));
    }
    return marks;
  },
  chevrons(width, h) {
    const marks = [];
    for (let x = -h * 0.5; x < width; x += h * 0.54) {
      marks.push(
        shape(
          [x, 0],
          [x + h * 0.18, 0],
          [x + h * 0.56, h / 2],
          [x + h * 0.18, h],
          [x, h],
          [x + h * 0.38, h / 2],
        ),
      );
    }
    return marks;
  },
  checks(width, h) {
    const marks = [];
    const side = h / 4;
    for (let column = 0; column * side < width; column += 1) {
      for (let row = column % 2; row < 4; row += 2) {
        marks.push(box(column * side, row * side, side, side));
      }
    }
    return marks;
  },
  rails: (width, h) => [box(0, h * 0.2, width, h * 0.16), box(0, h * 0.64, width, h * 0.16)],
  hoops(width, h) {
    const marks = [];
    for (let x = h * 0.1; x < width; x += h * 0.46) marks.push(box(x, 0, h * 0.2, h));
    return marks;
  },
  dots(width, h) {
    const marks = [];
    for (let column = 0; column * h * 0.27 < width; column += 1) {
      for (const y of column % 2 ? [0.35, 0.65] : [0.2, 0.5, 0.8]) {
        marks.push(svg("circle", { cx: h * 0.16 + column * h * 0.27, cy: y * h, r: h * 0.105 }));
      }
    }
    return marks;
  },
  halves: (width, h) => [box(0, h / 2, width, h / 2)],
};

/** The letter of the person at place `order`: A to H have liveries, the rest only a letter. */
export const letterOf = (order) => String.fromCharCode(65 + (order % 26));

/** The colour of the person at place `order`; past H there is none left that differs. */
const colorOf = (order) => SEATS[order]?.color ?? "#9AA7B7";

let plates = 0;

/** The plate of the person at place `order`, 56 by 28, decorative: the name stands beside it. */
export function plate(order) {
  const seat = SEATS[order];
  const clip = `plate-${(plates += 1)}`;
  const left = shape([LEAN, 0], [MIDDLE + LEAN, 0], [MIDDLE, HEIGHT], [0, HEIGHT]);
  const marks = svg("g", { fill: seat?.ink ?? INK, "clip-path": `url(#${clip})` });
  marks.append(
    svg("rect", { width: WIDTH, height: HEIGHT, fill: colorOf(order) }),
    ...(seat ? LIVERIES[seat.livery](MIDDLE + LEAN, HEIGHT) : []),
  );
  const right = shape([MIDDLE + LEAN, 0], [WIDTH + LEAN, 0], [WIDTH, HEIGHT], [MIDDLE, HEIGHT]);
  right.setAttribute("fill", PAPER);
  const letter = svg(
    "text",
    { x: (MIDDLE + WIDTH + LEAN) / 2, y: HEIGHT * 0.81, "text-anchor": "middle", fill: INK },
    letterOf(order),
  );
  return svg(
    "svg",
    { class: "plate", viewBox: `0 0 ${WIDTH + LEAN} ${HEIGHT}`, "aria-hidden": "true" },
    svg("clipPath", { id: clip }, left),
    marks,
    right,
    letter,
  );
}

/** The round picture beside a message: the blade for the bot, an initial for a person. */
export function avatar(name, bot, order) {
  if (bot) {
    return el("span", { class: "avatar bot", "aria-hidden": "true" }, el("i", { class: "blade" }));
  }
  const initial = [...name][0].toUpperCase();
  const face = el("span", { class: "avatar", "aria-hidden": "true" }, initial);
  const color = colorOf(order);
  face.style.setProperty("--who", color);
  // Blue is the one seat colour on which ink is too faint to read.
  if (color === "#0072B2") face.classList.add("on-dark");
  return face;
}

/** Properties that make a picture what it is; a file has no style sheet to take them from. */
const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "opacity",
  "font-family",
  "font-size",
  "text-anchor",
] as const;
/** Room for the title above the picture. */
const HEAD = 36;

/** Saves the picture as a file that looks the same anywhere, in the colours it has now. */
export async function saveSvg(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const text = pictureText(svg, title).text;
  keep(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}

/** Saves the picture with twice as many points as the screen shows, for print. */
export async function savePng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const { text, width, height } = pictureText(svg, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("The browser made no picture.");
  keep(blob, `${name}.png`);
}

function pictureText(svg: SVGSVGElement, title: string): { text: string; width: number; height: number } {
  const { width, height } = svg.getBoundingClientRect();
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [index, original] of originals.entries()) writeOut(original, copies[index]);
  const page = getComputedStyle(document.body);
  const whole = document.createElementNS(svg.namespaceURI, "svg") as SVGSVGElement;
  const size = { width: Math.ceil(width), height: Math.ceil(height) + HEAD };
  set(whole, { xmlns: svg.namespaceURI ?? "", ...size, viewBox: `0 0 ${size.width} ${size.height}` });
  const paper = document.createElementNS(svg.namespaceURI, "rect");
  set(paper, { ...size, fill: page.backgroundColor });
  const head = document.createElementNS(svg.namespaceURI, "text");
  set(head, { x: 12, y: 24, fill: page.color, "font-family": "sans-serif", "font-size": 15 });
  head.textContent = title;
  set(copy, { y: HEAD, width, height });
  whole.append(paper, head, copy);
  return { text: new XMLSerializer().serializeToString(whole), ...size };
}

function writeOut(original: Element, copy: Element | undefined): void {
  if (!copy) return;
  const style = getComputedStyle(original);
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  for (const property of KEPT) {
    const value = style.getPropertyValue(property);
    if (value !== "") copy.setAttribute(property, value);
  }
}

function set(element: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

function keep(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Rows of a table or a grid that is not there yet. */
function Bars({ count, height }: { count: number; height: string }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all the same and never move
    <div key={index} className={`skeleton mb-px ${height}`} />
  ));
}

/** The shape of the page that is on its way, as tall as the page itself will roughly be. */
export function PageSkeleton({ path }: { path: string }) {
  const shape = shapeOf(path);
  return (
    <div role="status">
      <span className="sr-only">The page is loading.</span>
      <div className="skeleton h-5 w-64 max-w-full" />
      <div className="skeleton mt-3 h-8 w-96 max-w-full" />
      {shape === "experiment" && <div className="skeleton mt-8 h-24" />}
      <div className="mt-8">
        {shape === "table" && <Bars count={8} height="h-16" />}
        {shape === "experiment" && <Bars count={24} height="h-6.5" />}
        {shape === "text" && <div className="skeleton h-96" />}
      </div>
    </div>
  );
}

function shapeOf(path: string): "table" | "experiment" | "text" {
  const parts = path.split(/[?#]/)[0]?.split("/").filter(Boolean) ?? [];
  const isGrid = parts[0] === "experiments" || parts[0] === "submissions";
  if (isGrid && parts.length === 2) return "experiment";
  if (parts.length === 0 || (parts[0] === "instances" && parts.length === 1)) return "table";
  return "text";
}

import { LinkTabs } from "@/components/ui/link-tabs";

/** The pages of the documentation, in the order to read them. */
export const DOCS = [
  { href: "/docs", label: "Overview" },
  { href: "/docs/metrics", label: "Metrics" },
  { href: "/docs/submission", label: "Submission format" },
  { href: "/docs/run", label: "Run it yourself" },
  { href: "/docs/verification", label: "Verification" },
  { href: "/docs/limits", label: "Limits" },
  { href: "/docs/api", label: "API" },
] as const;
export type DocsHref = (typeof DOCS)[number]["href"];

type DocsHeadProps = { current: DocsHref; title: string; children?: React.ReactNode };

/** Head of a page of the documentation: where one is, and what it is about. */
export function DocsHead({ current, title, children }: DocsHeadProps) {
  return (
    <>
      <LinkTabs
        label="Documentation"
        tabs={DOCS.map((one) => ({ ...one, count: "", current: one.href === current }))}
      />
      <h1 className="mt-6 text-large">{title}</h1>
      {children && <div className="mt-2 max-w-prose space-y-3 text-muted">{children}</div>}
    </>
  );
}

import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { visibleText } from "@/lib/domain/visible-text";

/**
 * The issue as its author wrote it. HTML in it stays text, images are named instead of loaded, links say
 * to search engines that they are not ours, headings stand below those of the page.
 */
const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href && /^https?:\/\//i.test(href) ? (
      <a href={href} rel="noopener noreferrer nofollow ugc">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  img: ({ alt }) => <span className="text-muted">[image{alt ? `: ${alt}` : ""}]</span>,
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h4: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h5: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  h6: ({ children }) => <h4 className="font-semibold">{children}</h4>,
  input: ({ checked }) => <span>{checked ? "☑ " : "☐ "}</span>,
};

export function IssueText({ text }: { text: string }) {
  return (
    <div className="prose">
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {visibleText(text)}
      </Markdown>
    </div>
  );
}

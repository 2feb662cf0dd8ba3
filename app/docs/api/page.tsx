import type { Metadata } from "next";
import { ApiEndpoint } from "@/components/docs/api-endpoint";
import { ApiSchema } from "@/components/docs/api-schema";
import { DocsHead } from "@/components/docs/docs-nav";
import { Section } from "@/components/ui/section";
import { originOf } from "@/lib/auth/cookies";
import { readConfig } from "@/lib/config";
import { componentSchemas } from "@/lib/domain/api/components";
import { ENDPOINTS, TAGS, type Tag } from "@/lib/domain/api/endpoints";

export const metadata: Metadata = { title: "API" };

const TITLES: Record<Tag, string> = { data: "Data", files: "Files", submissions: "Submissions" };

/** The OpenAPI document as a page: the same list, the same schemas. */
export default function ApiPage() {
  const origin = originOf(readConfig());
  return (
    <>
      <DocsHead current="/docs/api" title="API">
        <p>
          <a href="/api/v1/openapi.json">OpenAPI 3.1 document</a>. JSON unless <code>format=csv</code> is
          asked for. Numbers are unrounded in JSON and have six decimals in CSV; they are made by the code
          that makes the pages. Moments are ISO 8601 in UTC.
        </p>
        <p>
          A refusal has the form <code>{'{"error": {"message", "mend"}}'}</code>: what is wrong, and what to
          do. An address that answered once answers for as long as the version in it does; fields are added,
          not changed. Answers bear an <code>ETag</code>.
        </p>
      </DocsHead>
      {(Object.keys(TAGS) as Tag[]).map((tag) => (
        <Section key={tag} id={tag} title={TITLES[tag]} note={TAGS[tag]}>
          {ENDPOINTS.filter((one) => one.tag === tag).map((endpoint) => (
            <ApiEndpoint key={`${endpoint.method} ${endpoint.path}`} endpoint={endpoint} origin={origin} />
          ))}
        </Section>
      ))}
      <Section id="schemas" title="What is answered and sent">
        {Object.entries(componentSchemas()).map(([name, schema]) => (
          <ApiSchema key={name} name={name} schema={schema} />
        ))}
      </Section>
    </>
  );
}

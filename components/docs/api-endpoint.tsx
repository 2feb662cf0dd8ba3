import { Command } from "@/components/ui/empty-state";
import type { Endpoint } from "@/lib/domain/api/endpoints";
import { operationId, type Parameter, pathParameters, queryParameters } from "@/lib/domain/api/openapi";
import { typeText } from "@/lib/domain/api/schema-text";

const ACCESS: Record<Endpoint["access"], string> = {
  public: "open to everybody",
  reader: "open to everybody; with a key also what is yours",
  account: "needs a key",
};

/** One address of the API: what it takes, what it answers, and a line to try. */
export function ApiEndpoint({ endpoint, origin }: { endpoint: Endpoint; origin: string }) {
  const { method, path, summary, note, body, answers, access } = endpoint;
  const parameters = [...pathParameters(endpoint), ...queryParameters(endpoint)];
  return (
    <article id={operationId(endpoint)} className="border-t border-line py-4">
      <h3 className="wrap-anywhere">
        <code>
          {method.toUpperCase()} {path}
        </code>
      </h3>
      <p className="mt-1 max-w-prose">
        {summary}. <span className="text-muted">{note}</span>{" "}
        <span className="text-small text-muted">({ACCESS[access]})</span>
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body && (
        <p className="mt-2 text-small">
          <span className="text-muted">Body:</span> {body.description}{" "}
          {body.schema && <SchemaLink name={body.schema} />}
        </p>
      )}
      <ul className="mt-2 text-small">
        {Object.entries(answers).map(([status, answer]) => (
          <li key={status}>
            <span className="text-muted">{status}:</span>{" "}
            {answer.schema && <SchemaLink name={answer.schema} />} {answer.type && <code>{answer.type}</code>}{" "}
            {answer.csv && "or CSV"} {answer.description !== summary && answer.description}
          </li>
        ))}
      </ul>
      <Try endpoint={endpoint} origin={origin} />
    </article>
  );
}

export function SchemaLink({ name }: { name: string }) {
  return (
    <a href={`#schema-${name}`}>
      <code>{name}</code>
    </a>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-1 text-small sm:grid-cols-[8rem_minmax(0,1fr)]">
      {parameters.map(({ name, required, description, schema, in: place }) => (
        <div key={name} className="contents">
          <dt>
            <code>{place === "query" ? name : `{${name}}`}</code>
          </dt>
          <dd className="text-muted max-sm:mb-1">
            {typeText(schema)}
            {required && place === "query" ? ", must be there" : ""}. {description}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A command for addresses that only read; those without parts to fill in can be opened. */
function Try({ endpoint: { method, path, access }, origin }: { endpoint: Endpoint; origin: string }) {
  if (method !== "get" || path.endsWith("/events")) return null;
  const key = access === "account" ? ' -H "Authorization: Bearer $KEY"' : "";
  return (
    <div className="mt-2 max-w-prose">
      <Command>{`curl${key} "${origin}${path}"`}</Command>
      {access === "public" && !path.includes("{") && (
        <a href={path} className="text-small">
          Open {path}
        </a>
      )}
    </div>
  );
}

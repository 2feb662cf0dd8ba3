import type { JsonSchema } from "@/lib/domain/api/components";
import { schemaFields } from "@/lib/domain/api/schema-text";
import { SchemaLink } from "./api-endpoint";

/** The fields of one answer, or of one body. */
export function ApiSchema({ name, schema }: { name: string; schema: JsonSchema }) {
  return (
    <article id={`schema-${name}`} className="border-t border-line py-4">
      <h3>
        <code>{name}</code>
      </h3>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-small sm:grid-cols-[16rem_minmax(0,1fr)]">
        {schemaFields(schema).map((field) => (
          <div key={field.name} className="contents">
            <dt className="wrap-anywhere">
              <code>{field.name}</code>
            </dt>
            <dd className="text-muted max-sm:mb-1">
              {field.refers ? (
                <>
                  {field.type.startsWith("list") && "list of "}
                  <SchemaLink name={field.refers} />
                </>
              ) : (
                field.type
              )}
              {field.optional && ", may be left out"}. {field.description}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

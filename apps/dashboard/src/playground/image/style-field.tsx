import { useQuery } from "@tanstack/react-query";
import { stylesQuery } from "../../api/queries.ts";
import { Field } from "../../ui/field.tsx";

/** A free-text style with the known styles as suggestions. */
export function StyleField({ style, onChange }: { style: string; onChange: (style: string) => void }) {
  const { data } = useQuery(stylesQuery);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Style"
        placeholder="Any text, or select a style"
        maxLength={64}
        value={style}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="flex flex-wrap gap-1.5">
        {data?.styles.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            title={description}
            aria-pressed={style === name}
            onClick={() => onChange(style === name ? "" : name)}
            className="rounded-full border border-edge px-2.5 py-0.5 text-muted text-xs hover:bg-sunken hover:text-ink aria-pressed:border-ink aria-pressed:bg-sunken aria-pressed:text-ink"
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The logo. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <rect x=".5" y=".5" width="15" height="15" rx="3" fill="var(--accent)" />
      <path d="M3.4 12.4V3.6h1.5L8 8.1l3.1-4.5h1.5v8.8h-2V7.3L8 11 5.4 7.3v5.1z" fill="var(--on-accent)" />
    </svg>
  );
}

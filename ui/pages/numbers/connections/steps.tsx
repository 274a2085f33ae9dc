/** Numbered instructions. */
export const Steps = ({ steps }: { steps: string[] }) => (
  <ol className="flex flex-col gap-3">
    {steps.map((step, index) => (
      <li key={step} className="flex gap-3">
        <span
          aria-hidden
          className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-ink text-xs tabular-nums"
        >
          {index + 1}
        </span>
        <span className="pt-0.5">{step}</span>
      </li>
    ))}
  </ol>
)

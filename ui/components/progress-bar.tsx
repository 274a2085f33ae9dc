interface ProgressBarProps {
  /** Text above the bar, announced to screen readers. */
  text: string
  /** From 0 to 1. */
  share: number
}

/** Bar of a task in progress, with its text. */
export function ProgressBar({ text, share }: ProgressBarProps) {
  const percent = Math.round(share * 100)
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="tabular-nums">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken dark:bg-hover"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

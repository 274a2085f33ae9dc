interface ProgressBarProps {
  /** From 0 to 1. */
  value: number
  /** Accessible name, and the value in words. */
  label: string
  text: string
  className?: string
}

/** Bar of a share of the recipients. */
export const ProgressBar = ({ value, label, text, className = 'h-1.5' }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(value * 100)}
    aria-valuetext={text}
    className={`overflow-hidden rounded-full bg-sunken dark:bg-hover ${className}`}
  >
    <div className="h-full rounded-full bg-good transition-[width]" style={{ width: `${value * 100}%` }} />
  </div>
)

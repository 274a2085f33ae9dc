interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** The value in words, such as "70%". */
  valueText: string
  onChange: (value: number) => void
}

/** The browser's own range: arrows, Home, End and a thumb of the right size on touch. */
export function Slider({ label, value, min, max, step, valueText, onChange }: SliderProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={value}
      onChange={({ target }) => onChange(Number(target.value))}
      className="h-control-sm w-full cursor-pointer accent-accent"
    />
  )
}

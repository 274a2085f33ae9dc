interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  /** Value as text, such as "70%". */
  valueText: string
  onChange: (value: number) => void
}

/** Native range input, with a larger thumb on touch screens. */
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

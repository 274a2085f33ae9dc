import { controlClass } from '../../../../components/field'
import { classes } from '../../../../lib/classes'
import { parseCoordinates } from '../../../../lib/coordinates'
import { useTranslation } from '../../../../lib/use-translation'
import type { Part } from './elements'
import { VariableInput } from './variable-input'

interface PlaceFieldsProps {
  part: Part
  control: { 'aria-invalid': true | undefined }
  onChange: (next: Partial<Part>) => void
}

/** Coordinates, or the address of a map, and the name of a place that is sent as a location. */
export function PlaceFields({ part, control, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation()
  const isWrong = part.value.trim() !== '' && !parseCoordinates(part.value)
  return (
    <div className="flex flex-col gap-2">
      <input
        {...control}
        aria-invalid={isWrong || control['aria-invalid']}
        aria-label={t('flowBuilder.coordinates')}
        placeholder={t('flowBuilder.coordinates')}
        value={part.value}
        maxLength={2000}
        autoComplete="off"
        onChange={({ target }) => onChange({ value: target.value })}
        className={classes(controlClass, 'h-control px-3')}
      />
      <p className={isWrong ? 'text-danger-ink text-sm' : 'text-faint text-sm'}>{t('form.location')}</p>
      <VariableInput
        label={t('flowBuilder.placeName')}
        placeholder={t('flowBuilder.placeName')}
        value={part.original}
        onChange={(original) => onChange({ original })}
      />
    </div>
  )
}

import { ownBrand } from '../../../../../src/shared/palette'
import { TextField } from '../../../../components/field'
import type { Field } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'

/** Colour of buttons and own messages: chosen in the system's dialog or typed, with an example. */
export function ColorChoice({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const value = useValue(field.value).trim()
  const shown = /^#[0-9a-f]{6}$/i.test(value) ? value : ownBrand
  return (
    <div className="flex items-start gap-3">
      <TextField
        field={field}
        label={t('look.color')}
        hint={t('look.colorHint')}
        placeholder={ownBrand}
        optional
        problemTexts={{ refused: t('look.colorFault') }}
        maxLength={7}
        autoComplete="off"
        className="flex-1"
      />
      <input
        type="color"
        aria-label={t('look.colorDialog')}
        value={shown}
        onChange={({ target }) => {
          field.value.value = target.value
        }}
        className="mt-5.5 h-control w-14 cursor-pointer rounded-md border border-edge bg-surface p-1"
      />
    </div>
  )
}

import { classes } from '../../../lib/classes'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

const purposes = ['own', 'sells'] as const
export type Purpose = (typeof purposes)[number]

/** Question whether the owner sells Balcão to other companies, which decides whether strangers may sign up. */
export function PurposeField({ field }: { field: Field<Purpose> }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">{t('auth.purpose')}</legend>
      {purposes.map((purpose) => (
        <label
          key={purpose}
          className={classes(
            'flex min-h-control cursor-pointer items-start gap-3 rounded-md border p-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-focus',
            purpose === chosen ? 'border-accent bg-selected' : 'border-line hover:bg-hover',
          )}
        >
          <input
            type="radio"
            name={field.name}
            checked={purpose === chosen}
            onChange={() => {
              field.value.value = purpose
            }}
            className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
          />
          <span className="flex flex-col">
            <span className="font-medium">{t(`auth.purposes.${purpose}`)}</span>
            <span className="text-muted text-sm">{t(`auth.purposeTexts.${purpose}`)}</span>
          </span>
        </label>
      ))}
      <p className="text-muted text-sm">{t('auth.purposeHint')}</p>
    </fieldset>
  )
}

import { useId } from 'react'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Statement of age and consent. `terms` is the address of the provider's terms, empty without terms. */
export function ConsentField({ field, terms }: { field: Field<boolean>; terms: string }) {
  const { t } = useTranslation()
  const id = useId()
  const problem = useValue(field.problem)
  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-control cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={field.name}
          checked={useValue(field.value)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem ? id : undefined}
          onChange={({ target }) => {
            field.value.value = target.checked
          }}
          onBlur={field.onLeave}
          className="size-5 shrink-0 accent-accent"
        />
        <span className="text-sm">{t(terms ? 'auth.consentTerms' : 'auth.consent')}</span>
      </label>
      {terms && (
        <a
          href={terms}
          target="_blank"
          rel="noreferrer"
          className="text-accent-ink text-sm underline underline-offset-2"
        >
          {t('auth.readTerms')}
        </a>
      )}
      {problem && (
        <p id={id} className="text-danger-ink text-sm">
          {t('auth.consentNeeded')}
        </p>
      )}
    </div>
  )
}

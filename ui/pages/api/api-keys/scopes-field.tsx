import { type KeyScope, keyScopes } from '../../../../src/shared/key-scopes'
import { ChoiceFieldset } from '../../../components/choice-fieldset'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Scopes of a key, each with what it allows. */
export function ScopesField({ field }: { field: Field<KeyScope[]> }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  const toggle = (scope: KeyScope) => {
    field.value.value = chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]
  }
  return (
    <ChoiceFieldset field={field} legend={t('apiKeys.scopes')} className="flex flex-col gap-3">
      {(control) =>
        keyScopes.map((scope) => (
          <label key={scope} className="flex touch:min-h-control items-start gap-2 text-sm">
            <input
              {...control}
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={() => toggle(scope)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="flex flex-col">
              <span className="font-medium">{t(`apiKeys.scopeNames.${scope}`)}</span>
              <span className="text-muted">{t(`apiKeys.scopeTexts.${scope}`)}</span>
            </span>
          </label>
        ))
      }
    </ChoiceFieldset>
  )
}

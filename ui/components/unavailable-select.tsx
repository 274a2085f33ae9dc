import type { PlanFlag } from '../../src/shared/enums'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { FieldShell } from './field'
import { BareSelect } from './select'

/** Plan flag without which the field is hidden. */
const requiredPlanFlag = {
  flowWelcome: 'useIntegrations',
  flowNotPhrase: 'useIntegrations',
} as const satisfies Record<string, PlanFlag>

/** Disabled select for flows, which do not exist yet. */
export function UnavailableSelect({ kind }: { kind: keyof typeof requiredPlanFlag }) {
  const { t } = useTranslation()
  const { plan } = useMe().company
  if (!plan[requiredPlanFlag[kind]]) return null
  return (
    <FieldShell label={t(`noneYet.${kind}`)} hint={t('noneYet.hint')} problem={null} optional>
      {(control) => (
        <BareSelect
          {...control}
          value=""
          disabled
          onChange={() => {}}
          choices={[{ value: '', label: t('noneYet.none') }]}
        />
      )}
    </FieldShell>
  )
}

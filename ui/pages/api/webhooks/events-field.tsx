import { useId } from 'react'
import { type WebhookGroup, webhookEvents, webhookGroups } from '../../../../src/shared/webhook-events'
import { useProblemText } from '../../../components/field'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Events by group; a checked group contains all of its events, also those that later versions add. */
export function EventsField({ field }: { field: Field<string[]> }) {
  const { t } = useTranslation()
  const id = useId()
  const problem = useProblemText(useValue(field.problem))
  const chosen = useValue(field.value)
  const change = (names: string[]) => {
    field.value.value = names
  }
  return (
    <fieldset aria-describedby={problem ? `${id}-problem` : undefined} className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-ink text-sm">{t('webhooks.events')}</legend>
      {webhookGroups.map((group) => (
        <Group key={group} group={group} chosen={chosen} onChange={change} />
      ))}
      {problem && (
        <p id={`${id}-problem`} className="text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface GroupProps {
  group: WebhookGroup
  chosen: string[]
  onChange: (names: string[]) => void
}

function Group({ group, chosen, onChange }: GroupProps) {
  const { t } = useTranslation()
  const all = `${group}.*`
  const isWhole = chosen.includes(all)
  const others = chosen.filter((name) => !name.startsWith(`${group}.`))
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
  return (
    <div className="rounded-md border border-line px-3 py-1">
      <Check
        label={t(`webhooks.groups.${group}`)}
        isStrong
        checked={isWhole}
        onChange={() => onChange(isWhole ? others : [...others, all])}
      />
      {!isWhole && (
        <div className="grid grid-cols-1 pb-1 sm:grid-cols-2">
          {webhookEvents[group].map((name) => (
            <Check
              key={name}
              label={t(`webhooks.names.${name}`)}
              checked={chosen.includes(`${group}.${name}`)}
              onChange={() => toggle(`${group}.${name}`)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

interface CheckProps {
  label: string
  isStrong?: boolean
  checked: boolean
  onChange: () => void
}

const Check = ({ label, isStrong, checked, onChange }: CheckProps) => (
  <label className="flex min-h-control-sm touch:min-h-control items-center gap-2 text-sm">
    <input type="checkbox" checked={checked} onChange={onChange} className="size-4 shrink-0 accent-accent" />
    <span className={isStrong ? 'font-medium' : undefined}>{label}</span>
  </label>
)

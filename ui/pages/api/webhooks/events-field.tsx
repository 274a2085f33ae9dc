import { type WebhookGroup, webhookEvents, webhookGroups } from '../../../../src/shared/webhook-events'
import { ChoiceFieldset } from '../../../components/choice-fieldset'
import type { ControlProps } from '../../../components/field'
import type { Field } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Events by group; a checked group contains all of its events, also those that later versions add. */
export function EventsField({ field }: { field: Field<string[]> }) {
  const { t } = useTranslation()
  const chosen = useValue(field.value)
  const change = (names: string[]) => {
    field.value.value = names
  }
  return (
    <ChoiceFieldset field={field} legend={t('webhooks.events')} className="flex flex-col gap-2">
      {(control) =>
        webhookGroups.map((group) => (
          <Group key={group} group={group} chosen={chosen} onChange={change} control={control} />
        ))
      }
    </ChoiceFieldset>
  )
}

interface GroupProps {
  group: WebhookGroup
  chosen: string[]
  onChange: (names: string[]) => void
  control: Pick<ControlProps, 'aria-invalid' | 'aria-describedby'>
}

function Group({ group, chosen, onChange, control }: GroupProps) {
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
        control={control}
        checked={isWhole}
        onChange={() => onChange(isWhole ? others : [...others, all])}
      />
      {!isWhole && (
        <div className="grid grid-cols-1 pb-1 sm:grid-cols-2">
          {webhookEvents[group].map((name) => (
            <Check
              key={name}
              label={t(`webhooks.names.${name}`)}
              control={control}
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
  control: GroupProps['control']
}

const Check = ({ label, isStrong, checked, onChange, control }: CheckProps) => (
  <label className="flex min-h-control-sm touch:min-h-control items-center gap-2 text-sm">
    <input
      {...control}
      type="checkbox"
      checked={checked}
      onChange={onChange}
      className="size-4 shrink-0 accent-accent"
    />
    <span className={isStrong ? 'font-medium' : undefined}>{label}</span>
  </label>
)

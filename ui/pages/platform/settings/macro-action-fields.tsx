import { limits } from '../../../../src/shared/limits'
import type { MacroAction } from '../../../../src/shared/macros'
import { outcomesOf } from '../../../../src/shared/outcomes'
import { controlClass } from '../../../components/field'
import { BareSelect } from '../../../components/select'
import { Switch } from '../../../components/switch'
import { classes } from '../../../lib/classes'
import { useQueues } from '../../../lib/queues'
import { useTags } from '../../../lib/tags'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { settingValues } from './store'

/** New action of a kind, whose value is still to be chosen. */
export function emptyAction(kind: MacroAction['kind']): MacroAction {
  if (kind === 'tag') return { kind, tagId: 0 }
  if (kind === 'transfer') return { kind, queueId: 0 }
  return kind === 'close' ? { kind } : { kind, text: '' }
}

interface FieldsProps {
  action: MacroAction
  onChange: (action: MacroAction) => void
}

/** Values of one action. */
export function MacroActionFields({ action, onChange }: FieldsProps) {
  const { t } = useTranslation()
  const { rows: tags } = useTags()
  const { rows: queues } = useQueues()
  const label = t(`macros.action.${action.kind}`)
  const choices = (rows: { id: number; name: string }[]) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }))
  const chosen = (id: number) => (id > 0 ? String(id) : '')
  const placeholder = t('macros.choose')
  switch (action.kind) {
    case 'tag':
      return (
        <BareSelect
          label={label}
          placeholder={placeholder}
          value={chosen(action.tagId)}
          choices={choices(tags)}
          onChange={(id) => onChange({ kind: 'tag', tagId: Number(id) })}
        />
      )
    case 'transfer':
      return (
        <BareSelect
          label={label}
          placeholder={placeholder}
          value={chosen(action.queueId)}
          choices={choices(queues)}
          onChange={(id) => onChange({ kind: 'transfer', queueId: Number(id) })}
        />
      )
    case 'close':
      return <CloseFields action={action} onChange={onChange} />
  }
  return (
    <textarea
      aria-label={label}
      rows={3}
      value={action.text}
      maxLength={action.kind === 'note' ? limits.note.max : limits.messageBody.max}
      onChange={({ target }) => onChange({ ...action, text: target.value })}
      className={classes(controlClass, 'resize-y px-3 py-2')}
    />
  )
}

interface CloseFieldsProps {
  action: Extract<MacroAction, { kind: 'close' }>
  onChange: (action: MacroAction) => void
}

function CloseFields({ action, onChange }: CloseFieldsProps) {
  const { t } = useTranslation()
  const outcomes = outcomesOf(useValue(settingValues)?.get('outcomes') ?? '')
  return (
    <>
      {outcomes.length > 0 && (
        <BareSelect
          label={t('inbox.outcome')}
          value={action.outcome ?? ''}
          choices={[
            { value: '', label: t('inbox.noOutcome') },
            ...outcomes.map((outcome) => ({ value: outcome, label: outcome })),
          ]}
          onChange={(outcome) => onChange({ ...action, outcome: outcome || undefined })}
        />
      )}
      <Switch
        label={t('inbox.farewell')}
        checked={action.farewell !== false}
        onChange={(farewell) => onChange({ ...action, farewell })}
      />
    </>
  )
}

import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { limits } from '../../../../src/shared/limits'
import { type Macro, type MacroAction, macroKinds } from '../../../../src/shared/macros'
import { Button } from '../../../components/button'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { IconButton } from '../../../components/icon-button'
import { BareSelect, Select } from '../../../components/select'
import { createForm, length, type Rule, required, useForm } from '../../../lib/form'
import { formatKeys } from '../../../lib/key-names'
import { macroKeys } from '../../../lib/macros'
import { moveItem } from '../../../lib/move-item'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { emptyAction, MacroActionFields } from './macro-action-fields'

interface MacroDialogProps {
  /** Null to create one. */
  macro: Macro | null
  others: Macro[]
  save: (macro: Macro) => Promise<boolean>
  onClose: () => void
}

const isComplete = (action: MacroAction) =>
  (action.kind !== 'tag' || action.tagId > 0) &&
  (action.kind !== 'transfer' || action.queueId > 0) &&
  (action.kind !== 'reply' || action.text.trim() !== '') &&
  (action.kind !== 'note' || action.text.trim().length >= limits.note.min)
const complete: Rule<MacroAction[]> = (actions) =>
  actions.length > 0 && actions.every(isComplete) ? null : { code: 'required' }

/** Name, key and actions of a macro. */
export function MacroDialog({ macro, others, save, onClose }: MacroDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() =>
    createForm<Macro>(macro ?? { name: '', keys: '', actions: [emptyAction('reply')] }, {
      name: [required, length(limits.macroName)],
      actions: [complete],
    }),
  )
  const field = form.field('actions')
  const actions = useValue(field.value)
  const problem = useValue(field.problem)
  const change = (next: MacroAction[]) => {
    field.value.value = next
  }
  const taken = others.map(({ keys }) => keys)
  const keys = macroKeys.filter((key) => !taken.includes(key)).map((key) => ({ value: key, label: formatKeys(key) }))
  return (
    <FormDialog
      form={form}
      send={async (values) => {
        if (await save({ ...values, name: values.name.trim() })) onClose()
      }}
      title={t(macro ? 'macros.change' : 'macros.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('macros.name')}
        maxLength={limits.macroName.max}
        autoComplete="off"
        autoFocus
      />
      <Select
        field={form.field('keys')}
        label={t('macros.keys')}
        choices={[{ value: '', label: t('macros.noKey') }, ...keys]}
      />
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium text-sm">{t('macros.actions')}</legend>
        {actions.map((action, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an action has no identity but its position.
          <div key={at} className="flex flex-col gap-2 rounded-md border border-line p-2">
            <div className="flex items-center gap-1">
              <BareSelect
                label={t('macros.actionOf', { number: at + 1 })}
                value={action.kind}
                choices={macroKinds.map((kind) => ({ value: kind, label: t(`macros.action.${kind}`) }))}
                onChange={(kind) => change(actions.with(at, emptyAction(kind as MacroAction['kind'])))}
                className="flex-1"
              />
              <IconButton
                label={t('macros.moveUp')}
                disabled={at === 0}
                onClick={() => change(moveItem(actions, at, at - 1))}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                tone="danger"
                label={t('macros.remove')}
                onClick={() => change(actions.filter((_, other) => other !== at))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
            <MacroActionFields action={action} onChange={(next) => change(actions.with(at, next))} />
          </div>
        ))}
        {problem && <p className="text-danger-ink text-sm">{t('macros.incomplete')}</p>}
        <div>
          <Button
            size="sm"
            icon={<Plus aria-hidden />}
            disabled={actions.length >= limits.macroActions.max}
            onClick={() => change([...actions, emptyAction('tag')])}
          >
            {t('macros.addAction')}
          </Button>
        </div>
      </fieldset>
    </FormDialog>
  )
}

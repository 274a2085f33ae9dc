import { computed } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { QueueOption } from '../../../../src/features/automation/queues/options/model'
import { limits } from '../../../../src/shared/limits'
import { optionText } from '../../../../src/shared/option-menu'
import { TextField } from '../../../components/field'
import { Form, SubmitButton } from '../../../components/form'
import { Select } from '../../../components/select'
import { createForm, type Field, length, type Rule, required } from '../../../lib/form'
import { useKeepUnsaved } from '../../../lib/keep-unsaved'
import { useQueues } from '../../../lib/queues'
import { toastSuccess } from '../../../lib/toast'
import { useFileLists } from '../../../lib/use-file-lists'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import type { QueueOptionTree } from './option-requests'

interface OptionFormProps {
  tree: QueueOptionTree
  /** Null to create an option below `parentId`. */
  option: QueueOption | null
  parentId: number | null
  nextNumber: number
  /** Receives the typed values for the preview. */
  onDraft: (draft: Draft) => void
  /** Receives the id of the stored option; called also if the user has chosen another one meanwhile. */
  onDone: (id: number) => void
}
export type Draft = Pick<QueueOption, 'title' | 'option' | 'message'>

const validNumber: Rule<string> = (value) =>
  value === '' || optionText.test(value.trim()) ? null : { code: 'refused' }

const valuesOf = (option: QueueOption | null) => ({
  title: option?.title ?? '',
  option: option?.option ?? '',
  message: option?.message ?? '',
  nextQueueId: String(option?.nextQueueId ?? ''),
  fileListId: String(option?.fileListId ?? ''),
})

function makeForm(option: QueueOption | null) {
  const form = createForm(
    valuesOf(option),
    {
      title: [required, length(limits.optionTitle)],
      option: [validNumber, length(limits.option)],
      message: [length(limits.automaticText)],
    },
    { ERR_OPTION_ALREADY_EXISTS: 'option' },
  )
  const typed = (name: 'title' | 'option' | 'message') => form.field(name).value.value
  const draft = computed(() => ({ title: typed('title'), option: typed('option'), message: typed('message') }))
  return { ...form, draft }
}

/** Form of a menu option: number, title and reply. */
export function OptionForm({ tree, option, parentId, nextNumber, onDraft, onDone }: OptionFormProps) {
  const { t } = useTranslation()
  const [form] = useState(() => makeForm(option))
  const [initialNumber] = useState(option?.option)
  const draft = useValue(form.draft)
  // Another option can be chosen, and the dialog closed, while this form has unsaved words.
  useKeepUnsaved(`queue option ${tree.queueId} ${option ? option.id : `below ${parentId}`}`, form)
  useEffect(() => onDraft(draft), [draft, onDraft])
  const send = async (values: ReturnType<typeof form.values>) => {
    const typed = values.option.trim()
    // An unchanged number is not sent, because reordering may have changed it meanwhile.
    const input = {
      title: values.title.trim(),
      message: values.message,
      option: typed === initialNumber ? undefined : typed,
      nextQueueId: values.nextQueueId ? Number(values.nextQueueId) : null,
      fileListId: values.fileListId ? Number(values.fileListId) : null,
    }
    if (option) await tree.change(option.id, input)
    const id = option ? option.id : (await tree.add({ ...input, parentId })).id
    // The next option may have been begun in the form of a new one.
    form.receive(option ? values : valuesOf(null))
    toastSuccess(t('queues.optionSaved'))
    onDone(id)
  }
  return (
    <Form form={form} send={send} className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <div className="flex gap-3">
        <TextField
          field={form.field('option')}
          label={t('queues.option')}
          placeholder={option ? undefined : String(nextNumber)}
          maxLength={limits.option.max}
          autoComplete="off"
          className="w-20"
        />
        <TextField
          field={form.field('title')}
          label={t('queues.optionTitle')}
          placeholder={t('queues.optionPlaceholder')}
          autoFocus={option === null}
          maxLength={limits.optionTitle.max}
          autoComplete="off"
          className="min-w-0 flex-1"
        />
      </div>
      <TextField
        field={form.field('message')}
        label={t('queues.optionMessage')}
        hint={t('queues.optionMessageHint')}
        maxLength={limits.automaticText.max}
        rows={3}
        optional
      />
      <FileLists field={form.field('fileListId')} stored={option} />
      <NextQueue field={form.field('nextQueueId')} queueId={tree.queueId} />
      <SubmitButton of={form} className="self-end">
        {option ? t('common.save') : t('queues.addOption')}
      </SubmitButton>
    </Form>
  )
}

/** Files sent after the option's reply. The stored list is a choice before all lists are loaded. */
function FileLists({ field, stored }: { field: Field<string>; stored: QueueOption | null }) {
  const { t } = useTranslation()
  const loaded = useFileLists() ?? []
  const { fileListId: id = null, fileListName: name = null } = stored ?? {}
  const lists = id === null || name === null || loaded.some((list) => list.id === id) ? loaded : [{ id, name }]
  return (
    <Select
      field={field}
      label={t('queues.fileList')}
      hint={t('queues.fileListHint')}
      choices={[
        { value: '', label: t('queues.noFileList') },
        ...lists.map((list) => ({ value: String(list.id), label: list.name })),
      ]}
    />
  )
}

/** Queue that the ticket enters after the option's reply. */
function NextQueue({ field, queueId }: { field: Field<string>; queueId: number }) {
  const { t } = useTranslation()
  const { rows } = useQueues()
  const others = rows.filter(({ id }) => id !== queueId)
  return (
    <Select
      field={field}
      label={t('queues.nextQueue')}
      hint={t('queues.nextQueueHint')}
      choices={[
        { value: '', label: t('queues.noNextQueue') },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}

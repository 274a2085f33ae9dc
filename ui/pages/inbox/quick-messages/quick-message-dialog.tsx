import { useRef } from 'react'
import type { QuickMessage } from '../../../../src/features/inbox/quick-messages/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { type ChosenFileValue, FileField, uploadChosenFile, useChosenPicture } from '../../../components/file-field'
import { FormDialog } from '../../../components/form-dialog'
import { SwitchField } from '../../../components/switch-field'
import { VariablesField } from '../../../components/variables-field'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { createForm, type Field, length, required, useForm } from '../../../lib/form'
import { toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { TextPreview } from '../../../whatsapp-text/text-preview'
import { upsertQuickMessage } from './store'

const storedFile = (row: QuickMessage | null): ChosenFileValue =>
  row?.mediaPath ? { kind: 'kept', name: row.mediaName ?? '', url: row.mediaPath, mime: row.mediaType ?? '' } : null

const makeForm = (row: QuickMessage | null, text = '') =>
  createForm(
    {
      shortcode: row?.shortcode ?? '',
      message: row?.message ?? text,
      geral: row?.geral ?? false,
      status: row?.status ?? true,
      file: storedFile(row),
    },
    {
      shortcode: [required, length(limits.shortcode)],
      message: [length(limits.quickMessage)],
    },
    { ERR_SHORTCODE_ALREADY_EXISTS: 'shortcode', ERR_QUICK_EMPTY: 'message' },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

/** A shortcode contains no spaces and no slash. */
const oneWord = (text: string) => text.replace(/[\s/]/g, '')

interface QuickMessageDialogProps {
  /** Null to create one. */
  quickMessage: QuickMessage | null
  /** Initial text of a new one. */
  text?: string
  /** True beside the list of quick messages. */
  isPanel?: boolean
  onClose: () => void
}

export function QuickMessageDialog({ quickMessage, text, isPanel, onClose }: QuickMessageDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(quickMessage, text))
  const mayForAll = useCan('quickMessage:geral')
  const send = useSaveQuickMessage(quickMessage, onClose)
  const shortcode = useValue(form.field('shortcode').value)
  return (
    <FormDialog
      isPanel={isPanel}
      form={form}
      send={send}
      title={quickMessage ? t('quickMessages.edit') : t('quickMessages.add')}
      onClose={onClose}
    >
      <TextField
        field={form.field('shortcode')}
        label={t('quickMessages.shortcode')}
        hint={t('quickMessages.shortcodeHint', { shortcode: shortcode || t('quickMessages.shortcodeExample') })}
        mask={oneWord}
        maxLength={limits.shortcode.max}
        autoComplete="off"
        autoFocus
      />
      <VariablesField field={form.field('message')} label={t('quickMessages.message')} max={limits.quickMessage.max} />
      <FileField field={form.field('file')} label={t('quickMessages.file')} />
      <Preview message={form.field('message')} file={form.field('file')} />
      {mayForAll && (
        <SwitchField field={form.field('geral')} label={t('quickMessages.geral')} hint={t('quickMessages.geralHint')} />
      )}
      <SwitchField field={form.field('status')} label={t('quickMessages.status')} />
    </FormDialog>
  )
}

/** Saves the text, then its file; a retry after a failed upload updates the saved quick message. */
function useSaveQuickMessage(quickMessage: QuickMessage | null, onClose: () => void) {
  const { t } = useTranslation()
  const lastSaved = useRef(quickMessage)
  return async ({ file, ...input }: Values) => {
    const current = lastSaved.current
    const sent = { ...input, isMedia: file !== null }
    let saved = await unwrapResponse(
      current ? api['quick-messages']({ id: current.id }).put(sent) : api['quick-messages'].post(sent),
    )
    lastSaved.current = saved
    const { id, isMedia } = saved
    const remove = isMedia ? () => unwrapResponse(api['quick-messages']({ id })['media-upload'].delete()) : null
    saved = (await uploadChosenFile<QuickMessage>(`/api/quick-messages/${id}/media-upload`, file, remove)) ?? saved
    upsertQuickMessage(saved)
    toastSuccess(quickMessage ? t('quickMessages.saved') : t('quickMessages.created'))
    onClose()
  }
}

function Preview({ message, file }: { message: Field<string>; file: Field<ChosenFileValue> }) {
  const picture = useChosenPicture(useValue(file.value))
  return <TextPreview text={useValue(message.value)} picture={picture} />
}

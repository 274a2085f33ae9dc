import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { createForm, length, useForm } from '../../../../lib/form'
import { useTranslation } from '../../../../lib/use-translation'

interface PublishDialogProps {
  /** Note of a publication that was refused. */
  note: string
  /** Publishes with the note; shows a refusal itself. */
  onPublish: (note: string) => Promise<void>
  onClose: () => void
}

/** Asks for the note of a publication. */
export function PublishDialog({ note, onPublish, onClose }: PublishDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => createForm({ note }, { note: [length(limits.flowNote)] }))
  const send = async ({ note }: { note: string }) => {
    // A refusal is shown by the page, with the mistakes on their nodes.
    await onPublish(note.trim())
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      size="sm"
      title={t('flowVersions.publishTitle')}
      onClose={onClose}
      action={t('flowBuilder.publish')}
    >
      <p className="text-muted">{t('flowVersions.publishText')}</p>
      <TextField
        field={form.field('note')}
        label={t('flowVersions.note')}
        hint={t('flowVersions.noteHint')}
        autoFocus
        optional
        rows={3}
        maxLength={limits.flowNote.max}
      />
    </FormDialog>
  )
}

import type { ContactList } from '../../../../src/features/contacts/lists/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { createForm, length, required, useForm } from '../../../lib/form'
import { useTranslation } from '../../../lib/use-translation'
import { saveContactList } from './store'

const makeForm = (list: ContactList | null) =>
  createForm({ name: list?.name ?? '' }, { name: [required, length(limits.contactListName)] })

/** Form of a list's name; null creates a list. */
export function ContactListDialog({ list, onClose }: { list: ContactList | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(list))
  const send = async ({ name }: { name: string }) => {
    await saveContactList(list, { name: name.trim() })
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t(list ? 'contactLists.edit' : 'contactLists.add')}
      onClose={onClose}
      size="sm"
    >
      <TextField
        field={form.field('name')}
        label={t('contactLists.name')}
        maxLength={limits.contactListName.max}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  )
}

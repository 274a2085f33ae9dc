import type { ContactListItem } from '../../../../src/features/contacts/lists/model'
import { limits } from '../../../../src/shared/limits'
import { TextField } from '../../../components/field'
import { FormDialog } from '../../../components/form-dialog'
import { NumberField } from '../../../contact/number-field'
import { createForm, length, required, useForm } from '../../../lib/form'
import { telephone } from '../../../lib/number-reader'
import { showNumber } from '../../../lib/phone'
import { useTranslation } from '../../../lib/use-translation'
import { saveItem } from './items-store'

const makeForm = (item: ContactListItem | null) =>
  createForm(
    { name: item?.name ?? '', number: item ? showNumber(item.number) : '', email: item?.email ?? '' },
    { name: [required, length(limits.name)], number: [required, telephone] },
    { ERR_WAPP_INVALID_CONTACT: 'number', ERR_CONTACT_LIST_ITEM_EXISTS: 'number' },
  )
type Values = ReturnType<ReturnType<typeof makeForm>['values']>

interface ItemDialogProps {
  listId: number
  /** Null to add a person. */
  item: ContactListItem | null
  onClose: () => void
}

/** Form of a list's person. */
export function ItemDialog({ listId, item, onClose }: ItemDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(item))
  const send = async ({ name, number, email }: Values) => {
    await saveItem(listId, item, { name: name.trim(), number: number.trim(), email: email.trim() })
    onClose()
  }
  return (
    <FormDialog
      form={form}
      send={send}
      title={t(item ? 'contactLists.editItem' : 'contactLists.addItem')}
      action={item ? t('common.save') : t('contactLists.addItem')}
      onClose={onClose}
    >
      <TextField
        field={form.field('name')}
        label={t('contactLists.name')}
        maxLength={limits.name.max}
        autoComplete="off"
        autoFocus
      />
      <NumberField field={form.field('number')} label={t('contactLists.number')} maxLength={limits.typedNumber.max} />
      <TextField
        field={form.field('email')}
        label={t('contactLists.email')}
        type="email"
        inputMode="email"
        maxLength={limits.email.max}
        autoComplete="off"
        optional
      />
    </FormDialog>
  )
}

import type { TFunction } from 'i18next'
import type { Contact } from '../../src/features/contacts/contacts/model'
import { limits } from '../../src/shared/limits'
import { TextField } from '../components/field'
import { FormDialog } from '../components/form-dialog'
import { Switch } from '../components/switch'
import { type Field, useForm } from '../lib/form'
import { isMasked } from '../lib/phone'
import { toastSuccess } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { isNumberHidden, makeForm, sendForm } from './contact-form'
import { ExtraFields } from './extra-fields'
import { Merges } from './merges'
import { NumberField } from './number-field'
import { PersonData } from './person-data'

interface ContactDialogProps {
  /** Null to create a contact. */
  contact: Contact | null
  /** True on the page that lists the contacts. */
  isPanel?: boolean
  onClose: () => void
  onSaved?: (contact: Contact) => void
}

export function ContactDialog({ contact, isPanel, onClose, onSaved }: ContactDialogProps) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(contact))
  const send = async () => {
    const saved = await sendForm(form, contact)
    toastSuccess(contact ? t('contacts.saved') : t('contacts.created'))
    onSaved?.(saved)
    onClose()
  }
  return (
    <FormDialog
      isPanel={isPanel}
      form={form}
      send={send}
      title={contact ? t('contacts.editTitle') : t('contacts.addTitle')}
      onClose={onClose}
      below={contact && <MergesAndPrivacy contact={contact} onClose={onClose} />}
    >
      <TextField
        field={form.field('name')}
        label={t('contacts.name')}
        maxLength={limits.name.max}
        autoComplete="off"
        autoFocus
      />
      {!contact?.isGroup && (
        <NumberField
          field={form.field('number')}
          label={t('contacts.number')}
          hint={contact ? hiddenHint(t, contact) : undefined}
          placeholder="+55 11 91234-5678"
          optional={contact !== null && isNumberHidden(contact)}
        />
      )}
      <TextField
        field={form.field('email')}
        label={t('contacts.email')}
        type="email"
        inputMode="email"
        autoComplete="off"
        optional
      />
      <ExtraFields field={form.field('extraInfo')} />
      <BotSwitch field={form.field('disableBot')} />
    </FormDialog>
  )
}

/** Why the field of the number is empty; undefined for a number that is shown. */
function hiddenHint(t: TFunction, { number }: Contact): string | undefined {
  if (number === null) return t('contacts.hiddenHint')
  return isMasked(number) ? t('contacts.maskedHint', { number }) : undefined
}

/**
 * Merges and personal data of the contact, outside the form. Both actions close the dialog, because the form's values
 * are outdated afterwards.
 */
function MergesAndPrivacy({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  return (
    <>
      {!contact.isGroup && (
        <div className="-mx-4 mt-6 border-line border-t pt-1 empty:hidden">
          <Merges contact={contact} onUndone={onClose} />
        </div>
      )}
      <PersonData contact={contact} onErased={onClose} />
    </>
  )
}

function BotSwitch({ field }: { field: Field<boolean> }) {
  const { t } = useTranslation()
  return (
    <Switch
      label={t('contacts.disableBot')}
      hint={t('contacts.disableBotHint')}
      checked={useValue(field.value)}
      onChange={(checked) => {
        field.value.value = checked
      }}
    />
  )
}

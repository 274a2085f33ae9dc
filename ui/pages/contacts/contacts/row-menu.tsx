import { signal } from '@preact/signals-react'
import { EllipsisVertical, Merge, Pencil, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import type { Contact } from '../../../../src/features/contacts/contacts/model'
import { FloatingItem, FloatingMenu } from '../../../components/floating-menu'
import { IconButton } from '../../../components/icon-button'
import { contactDisplayName } from '../../../contact/contact-name'
import { useCan } from '../../../lib/can'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { removeContact } from './store'

interface OpenMenu {
  contact: Contact
  /** Button that opened the menu; gets the focus back. */
  anchor: HTMLElement
}
/** Row whose menu is open; all rows share one menu. */
const openMenu = signal<OpenMenu | null>(null)
const close = (returns: boolean) => {
  const { anchor } = openMenu.peek() ?? {}
  openMenu.value = null
  if (returns) anchor?.focus({ preventScroll: true })
}

export function RowMenuButton({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('contacts.actionsOf', { name: contactDisplayName(contact) })}
      aria-haspopup="menu"
      onClick={({ currentTarget: anchor }) => {
        openMenu.value = { contact, anchor }
      }}
    >
      <EllipsisVertical aria-hidden />
    </IconButton>
  )
}

interface RowMenuProps {
  onEdit: (contact: Contact) => void
  onMerge: (contact: Contact) => void
}

/** Menu shared by all rows; mounted once. */
export function RowMenuHost({ onEdit, onMerge }: RowMenuProps) {
  const { t } = useTranslation()
  const mayMerge = useCan('contact:merge')
  const mayDelete = useCan('contact:delete')
  const menu = useValue(openMenu)
  useEffect(() => () => close(false), [])
  if (!menu) return null
  const { contact, anchor } = menu
  const pick = (act: (contact: Contact) => unknown) => () => {
    close(true)
    void act(contact)
  }
  return (
    <FloatingMenu
      key={contact.id}
      anchor={anchor}
      label={t('contacts.actionsOf', { name: contactDisplayName(contact) })}
      onClose={close}
    >
      <FloatingItem icon={<Pencil aria-hidden />} label={t('contacts.edit')} onSelect={pick(onEdit)} />
      {mayMerge && !contact.isGroup && (
        <FloatingItem icon={<Merge aria-hidden />} label={t('details.merge')} onSelect={pick(onMerge)} />
      )}
      {mayDelete && (
        <FloatingItem danger icon={<Trash2 aria-hidden />} label={t('common.delete')} onSelect={pick(removeContact)} />
      )}
    </FloatingMenu>
  )
}

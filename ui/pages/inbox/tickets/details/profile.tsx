import { BotOff, Copy, EllipsisVertical, Merge, MessageSquareOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../../src/features/contacts/contacts/model'
import { Avatar } from '../../../../components/avatar'
import { IconButton } from '../../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../../components/menu'
import { ContactDialog } from '../../../../contact/contact-dialog'
import { contactDisplayName } from '../../../../contact/contact-name'
import { enterOptOut } from '../../../../contact/enter-opt-out'
import { MergeDialog } from '../../../../contact/merge-dialog'
import { api, unwrapResponse } from '../../../../lib/api'
import { useCan } from '../../../../lib/can'
import { copyText } from '../../../../lib/copy-text'
import { showNumber } from '../../../../lib/phone'
import { useMe } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'

interface ProfileProps {
  contact: Contact
  onSaved: (contact: Contact) => void
}

/** Name and number of the contact, with the form and a menu for merge, robot and campaigns. */
export function Profile({ contact, onSaved }: ProfileProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'merge' | null>(null)
  const close = () => setOpen(null)
  const entries = useEntries({ contact, onSaved }, () => setOpen('merge'))
  return (
    <section aria-label={t('details.profile')} className="flex items-center gap-3 py-3 pr-2 pl-4">
      <Avatar name={contactDisplayName(contact)} src={contact.profilePicUrl} group={contact.isGroup} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold text-base leading-5">{contactDisplayName(contact)}</p>
        <ContactNumber contact={contact} />
      </div>
      <span className="flex shrink-0">
        <IconButton size="sm" label={t('contacts.edit')} onClick={() => setOpen('edit')}>
          <Pencil aria-hidden />
        </IconButton>
        {entries.length > 0 && (
          <Menu
            trigger={
              <IconButton size="sm" label={t('details.more')}>
                <EllipsisVertical aria-hidden />
              </IconButton>
            }
            entries={entries}
          />
        )}
      </span>
      {open === 'edit' && <ContactDialog contact={contact} onClose={close} onSaved={onSaved} />}
      {open === 'merge' && <MergeDialog contact={contact} onClose={close} onMerged={onSaved} />}
    </section>
  )
}

function ContactNumber({ contact: { isGroup, number } }: { contact: Contact }) {
  const { t } = useTranslation()
  if (isGroup || !number)
    return <p className="text-muted text-sm">{t(isGroup ? 'contacts.group' : 'contacts.hidden')}</p>
  const shown = showNumber(number)
  return (
    <p className="flex items-center gap-1 whitespace-nowrap text-muted text-sm tabular-nums">
      {shown}
      <button
        type="button"
        aria-label={t('details.copyNumber')}
        onClick={() => void copyText(shown)}
        className="fingertip rounded-sm p-0.5 hover:bg-hover hover:text-ink [&_svg]:size-3.5"
      >
        <Copy aria-hidden />
      </button>
    </p>
  )
}

function useEntries({ contact, onSaved }: ProfileProps, onMerge: () => void): MenuEntry[] {
  const { t } = useTranslation()
  const mayMerge = useCan('contact:merge')
  const hasCampaigns = useMe().company.plan.useCampaigns
  if (contact.isGroup) return []
  const setBot = async (disableBot: boolean) => {
    onSaved({ ...contact, disableBot })
    await unwrapResponse(api.contacts({ id: contact.id }).put({ disableBot })).then(onSaved, (failure) => {
      onSaved(contact)
      toastError(failure)
    })
  }
  return [
    ...(mayMerge ? [{ label: t('details.merge'), icon: <Merge aria-hidden />, onSelect: onMerge }] : []),
    {
      label: t('contacts.disableBot'),
      icon: <BotOff aria-hidden />,
      checked: contact.disableBot,
      onSelect: () => void setBot(!contact.disableBot),
    },
    ...(hasCampaigns && contact.number !== null && !contact.optedOutAt
      ? [
          {
            label: t('optOuts.ask'),
            icon: <MessageSquareOff aria-hidden />,
            onSelect: () => void enterOptOut(contact, onSaved),
          },
        ]
      : []),
  ]
}

import { signal } from '@preact/signals-react'
import { useValue } from '../lib/use-value'
import { AnnouncementsDialog } from './announcements'
import { NotificationSettings } from './notifications-settings'

type AccountDialog = 'notifications' | 'announcements'

/** Open dialog of the account menu; outside of the menu, which closes when one opens. */
const opened = signal<AccountDialog | null>(null)

export function openAccountDialog(dialog: AccountDialog) {
  opened.value = dialog
}

const close = () => {
  opened.value = null
}

/** Mounts the dialogs; once, in the shell. */
export function AccountDialogs() {
  const dialog = useValue(opened)
  return (
    <>
      <NotificationSettings open={dialog === 'notifications'} onClose={close} />
      {dialog === 'announcements' && <AnnouncementsDialog onClose={close} />}
    </>
  )
}

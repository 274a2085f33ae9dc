import i18n from 'i18next'
import { confirm } from '../components/confirm'
import { undeliveredEntries } from '../lib/outbox/entries'
import { logout } from '../lib/session'

/** Signs out. Asks for confirmation if messages are unsent; they stay in this browser for the same user. */
export async function confirmLogout() {
  const question = {
    title: i18n.t('unsent.logoutTitle'),
    text: i18n.t('unsent.logoutText'),
    action: i18n.t('shell.logout'),
  }
  if (undeliveredEntries.peek().length === 0 || (await confirm(question))) void logout()
}

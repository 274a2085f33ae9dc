import { MapPin, Sticker, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { MenuEntry } from '../../../../components/menu'
import { useCan } from '../../../../lib/can'
import { toastWarning } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { ContactDialog } from '../cards/contact-dialog'
import { LocationDialog } from '../cards/location-dialog'
import { makeSticker } from '../cards/make-sticker'
import { focusComposer } from '../store/composer'
import { sendFromThread } from '../store/outbox'
import type { Thread } from '../store/thread'

/** Opens the browser's file chooser for one picture. */
function pickPicture(onPicked: (picture: File | undefined) => Promise<void>) {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.addEventListener('change', () => void onPicked(input.files?.[0]))
  input.click()
}

/** Menu entries that send a contact, a location or a sticker, and the dialogs they open. */
export function useCards(thread: Thread) {
  const { t } = useTranslation()
  const mayShareContact = useCan('contact:seeNumber')
  const [opened, setOpened] = useState<'contact' | 'location' | null>(null)
  const close = () => {
    setOpened(null)
    focusComposer()
  }
  const sendSticker = async (picture: File | undefined) => {
    if (!picture) return
    const file = await makeSticker(picture)
    if (file) sendFromThread(thread, { body: '', quoted: null, file, sticker: true })
    else toastWarning(t('composer.stickerFailed'))
  }
  const entries: MenuEntry[] = [
    ...(mayShareContact
      ? [{ label: t('composer.sendContact'), icon: <UserRound aria-hidden />, onSelect: () => setOpened('contact') }]
      : []),
    { label: t('composer.sendLocation'), icon: <MapPin aria-hidden />, onSelect: () => setOpened('location') },
    { label: t('composer.sendSticker'), icon: <Sticker aria-hidden />, onSelect: () => pickPicture(sendSticker) },
  ]
  const dialogs = (
    <>
      {opened === 'contact' && <ContactDialog thread={thread} onClose={close} />}
      {opened === 'location' && <LocationDialog thread={thread} onClose={close} />}
    </>
  )
  return { entries, dialogs }
}

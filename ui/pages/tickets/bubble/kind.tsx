import { FileText, Image, MapPin, Mic, Music, Phone, Smile, SquareUser, TriangleAlert, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MediaType } from '../../../../src/shared/enums'
import { plainText } from '../../../whatsapp-text/plain'

interface Kind {
  icon: ReactNode
  label:
    | 'tickets.image'
    | 'tickets.video'
    | 'tickets.audio'
    | 'tickets.voice'
    | 'tickets.document'
    | 'tickets.sticker'
    | 'tickets.location'
    | 'tickets.contactCard'
    | 'tickets.callLog'
    | 'tickets.unsupported'
}

const kinds: Record<Exclude<MediaType, 'chat'>, Kind> = {
  image: { icon: <Image aria-hidden />, label: 'tickets.image' },
  video: { icon: <Video aria-hidden />, label: 'tickets.video' },
  audio: { icon: <Music aria-hidden />, label: 'tickets.audio' },
  application: { icon: <FileText aria-hidden />, label: 'tickets.document' },
  sticker: { icon: <Smile aria-hidden />, label: 'tickets.sticker' },
  locationMessage: { icon: <MapPin aria-hidden />, label: 'tickets.location' },
  contactMessage: { icon: <SquareUser aria-hidden />, label: 'tickets.contactCard' },
  call_log: { icon: <Phone aria-hidden />, label: 'tickets.callLog' },
  unsupported: { icon: <TriangleAlert aria-hidden />, label: 'tickets.unsupported' },
}

/** The icon and name of a kind of message; null for plain text. */
export function kindOf(mediaType: MediaType, isVoice = false): Kind | null {
  if (mediaType === 'chat') return null
  return isVoice ? { icon: <Mic aria-hidden />, label: 'tickets.voice' } : kinds[mediaType]
}

/** Of these the body is no words: an address, a name of the kind. */
const standIns: MediaType[] = ['sticker', 'locationMessage', 'call_log']

/** The words of a message on one line; none where the body only stands in for what its kind says better. */
export const wordsOf = ({ mediaType, body }: { mediaType: MediaType; body: string }): string =>
  standIns.includes(mediaType) ? '' : plainText(body)

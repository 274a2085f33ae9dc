import { FileText, Image, MapPin, Mic, Music, Phone, Smile, SquareUser, TriangleAlert, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MediaType } from '../../../../../src/shared/enums'
import { plainText } from '../../../../whatsapp-text/plain'

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

/** Icon and label of a message type; null for text. */
export function mediaKind(mediaType: MediaType, isVoice = false): Kind | null {
  if (mediaType === 'chat') return null
  return isVoice ? { icon: <Mic aria-hidden />, label: 'tickets.voice' } : kinds[mediaType]
}

/** Types whose body is not a readable text. */
const withoutText: MediaType[] = ['sticker', 'locationMessage', 'call_log']

/** Text of a message on one line; '' for types without readable text. */
export const lineOfText = ({ mediaType, body }: { mediaType: MediaType; body: string }): string =>
  withoutText.includes(mediaType) ? '' : plainText(body)

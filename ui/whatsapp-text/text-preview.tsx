import { replaceVariables } from '../../src/shared/variables'
import { useTranslation } from '../lib/use-translation'
import { useSampleOccasion } from './sample-occasion'
import { WhatsAppText } from './whatsapp-text'

interface TextPreviewProps {
  text: string
  /** Name of the receiver; a sample name by default. */
  contactName?: string
  ticket?: { id: number; createdAt: string }
  at?: Date
  /** Time zone of the variables; the company's by default. */
  timeZone?: string
  /** URL of a picture above the text. */
  picture?: string | null
}

/** Preview of a text with its variables filled in; nothing for an empty text. */
export function TextPreview({ text, contactName, ticket, at, timeZone, picture }: TextPreviewProps) {
  const { t } = useTranslation()
  const sample = useSampleOccasion(at)
  if (text.trim() === '' && !picture) return null
  const occasion = {
    ...sample,
    contactName: contactName ?? sample.contactName,
    ticket: ticket ?? sample.ticket,
    timeZone: timeZone ?? sample.timeZone,
  }
  return (
    <section aria-label={t('variables.preview')} className="rounded-md border border-line bg-ground p-3">
      <p className="mb-2 text-faint text-xs">{t('variables.preview')}</p>
      <div className="ml-auto w-fit max-w-[90%] rounded-lg bg-bubble-out px-3 py-2 text-ink">
        {picture && <img src={picture} alt="" className="mb-1 max-h-40 rounded-md object-contain" />}
        <WhatsAppText text={replaceVariables(text, occasion)} />
      </div>
    </section>
  )
}

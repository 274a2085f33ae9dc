import type { Bubble, CustomerView } from '../control/control-api'
import { callControl } from './api'
import { withBold } from './bold-text'
import { Glyph } from './glyphs'
import { texts } from './texts'
import { clockTime, phoneText } from './time'

const names: Record<string, string> = {
  image: texts.picture,
  video: texts.video,
  audio: texts.voice,
  document: texts.document,
  sticker: texts.sticker,
  location: texts.location,
  contact: texts.contact,
}

/** Summary of a bubble in one line. */
export function summaryOf({ kind, text, mine, deleted }: NonNullable<CustomerView['last']>): string {
  const said = deleted ? texts.removed : (text ?? names[kind] ?? texts.other)
  return mine ? `${texts.you}: ${said}` : said
}

/** Bubble with quoted text, content, reactions, time and ticks. */
export function BubbleView({ bubble, phone }: { bubble: Bubble; phone: string }) {
  const { deleted, edited, quoted, reactions, at, mine, ticks } = bubble
  return (
    <div className={`bubble ${deleted ? 'deleted' : bubble.kind}`}>
      {quoted && !deleted && <blockquote>{quoted.text ?? '…'}</blockquote>}
      {deleted ? <i>{texts.removed}</i> : <Body bubble={bubble} phone={phone} />}
      <footer>
        {edited && !deleted && <span>{texts.edited} </span>}
        <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
        {mine && ticks && <Ticks ticks={ticks} />}
      </footer>
      {reactions.length > 0 && <span className="reactions">{reactions.map(({ emoji }) => emoji).join('')}</span>}
    </div>
  )
}

function Body({ bubble, phone }: { bubble: Bubble; phone: string }) {
  const { kind, text, media, location, contact } = bubble
  if (location)
    return (
      <Card glyph="pin" title={location.name ?? texts.location} line={`${location.latitude}, ${location.longitude}`} />
    )
  if (contact) return <Card glyph="person" title={contact.name ?? texts.contact} line={numberOf(contact.vcard)} />
  return (
    <>
      {media && (
        <Media
          kind={kind}
          media={media}
          onPlay={() => void callControl('play', { phone, id: bubble.id }).catch(() => undefined)}
        />
      )}
      {text ? <p>{withBold(text)}</p> : !media && <p>{names[kind] ?? texts.other}</p>}
    </>
  )
}

function Media({ kind, media, onPlay }: { kind: string; media: NonNullable<Bubble['media']>; onPlay(): void }) {
  if (kind === 'image' || kind === 'sticker') return <img src={media.url} alt={names[kind]} loading="lazy" />
  // biome-ignore lint/a11y/useMediaCaption: media sent by customers have no captions
  if (kind === 'video') return <video src={media.url} controls preload="metadata" />
  // biome-ignore lint/a11y/useMediaCaption: media sent by customers have no captions
  if (kind === 'audio') return <audio src={media.url} controls preload="metadata" onPlay={onPlay} />
  return (
    <a href={media.url} download={media.fileName ?? 'arquivo'}>
      <Card
        glyph="document"
        title={media.fileName ?? texts.document}
        line={`${Math.max(1, Math.round(media.size / 1024))} kB`}
      />
    </a>
  )
}

function Card({ glyph, title, line }: { glyph: 'pin' | 'person' | 'document'; title: string; line: string }) {
  return (
    <span className="card">
      <Glyph name={glyph} size={24} />
      <span>
        <b>{title}</b>
        <small>{line}</small>
      </span>
    </span>
  )
}

const numberOf = (vcard: string) => {
  const found = /waid=(\d+)/.exec(vcard)?.[1]
  return found ? phoneText(found) : ''
}

function Ticks({ ticks }: { ticks: NonNullable<Bubble['ticks']> }) {
  const read = ticks === 'read' || ticks === 'played'
  const label = read ? texts.read : texts[ticks as 'sent' | 'delivered']
  return (
    <svg
      className={read ? 'ticks read' : 'ticks'}
      viewBox="0 0 18 12"
      width="18"
      height="12"
      role="img"
      aria-label={label}
    >
      <path d={ticks === 'sent' ? 'M5 6.5 8 9.5 14 3' : 'M1.5 6.5 4.5 9.5 10.5 3M8 8.5l1 1L15.5 3'} />
    </svg>
  )
}

import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Bubble, WireContent } from '../control/control-api'
import { callControl, fileContent } from './api'
import { summaryOf } from './bubble'
import { Glyph } from './glyphs'
import { useRecorder } from './recorder'
import { texts } from './texts'

/** Message that the next text replies to or edits. */
export interface TextTarget {
  kind: 'reply' | 'edit'
  bubble: Bubble
}

interface Props {
  phone: string
  owner: string
  purpose: TextTarget | null
  onPurpose(purpose: TextTarget | null): void
  onChange(): void
}

/** Input of the customer: text, attachments, voice recording. */
export function Composer({ phone, owner, purpose, onPurpose, onChange }: Props) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const typing = useTyping(phone, owner)
  const post = async (content: WireContent) => {
    setProblem('')
    try {
      await callControl('send', { from: phone, to: owner, content: withQuote(content, purpose) })
      onPurpose(null)
      onChange()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const recorder = useRecorder(post, () => setProblem(texts.noMicrophone))
  useEffect(() => {
    if (!purpose) return
    if (purpose.kind === 'edit') setText(purpose.bubble.text ?? '')
    field.current?.focus()
  }, [purpose])

  const send = () => {
    const written = text.trim()
    if (!written) return
    setText('')
    typing.stop()
    void post(purpose?.kind === 'edit' ? { edit: purpose.bubble.id, text: written } : { text: written })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onPurpose(null)
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onText = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setText(event.target.value)
    typing.start()
  }
  return (
    <div className="composer">
      {purpose && <PurposeBanner purpose={purpose} onEnd={() => onPurpose(null)} />}
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
      <div className="line">
        <Attachments onPick={post} />
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={texts.message}
          placeholder={texts.message}
          onChange={onText}
          onKeyDown={onKey}
        />
        {text.trim() || recorder.unavailable ? (
          <button type="button" className="round" aria-label={texts.send} onClick={send}>
            <Glyph name="send" />
          </button>
        ) : (
          <button
            type="button"
            className={recorder.running ? 'round live' : 'round'}
            aria-label={recorder.running ? texts.stopRecord : texts.record}
            aria-pressed={recorder.running}
            onClick={recorder.toggle}
          >
            <Glyph name={recorder.running ? 'check' : 'microphone'} />
          </button>
        )}
      </div>
    </div>
  )
}

function withQuote(content: WireContent, purpose: TextTarget | null): WireContent {
  const plain = typeof content === 'string' || purpose?.kind !== 'reply' || 'edit' in content
  return plain ? content : ({ ...content, quote: purpose.bubble.id } as WireContent)
}

function PurposeBanner({ purpose: { kind, bubble }, onEnd }: { purpose: TextTarget; onEnd(): void }) {
  return (
    <p className="purpose">
      <span>
        <b>{kind === 'reply' ? texts.replying : texts.editing}</b> {summaryOf(bubble)}
      </span>
      <button type="button" className="icon" aria-label={texts.cancel} onClick={onEnd}>
        <Glyph name="close" size={16} />
      </button>
    </p>
  )
}

/** Sends "typing…" to the company while the customer writes, and its end after 3 s without input. */
function useTyping(phone: string, owner: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sendState = (state: 'composing' | 'paused') =>
    void callControl('typing', { from: phone, to: owner, state }).catch(() => undefined)
  const stopTyping = () => {
    clearTimeout(timer.current)
    if (timer.current) sendState('paused')
    timer.current = undefined
  }
  const start = () => {
    if (!timer.current) sendState('composing')
    clearTimeout(timer.current)
    timer.current = setTimeout(stopTyping, 3000)
  }
  return { start, stop: stopTyping }
}

const random = () => Math.floor(Math.random() * 1000)
const samples: [keyof typeof texts & string, () => WireContent][] = [
  ['samplePhoto', () => ({ image: { sample: 'cake', seed: random() } })],
  ['sampleVoice', () => ({ audio: { sample: 'voice', seconds: 4 }, ptt: true })],
  ['sampleDocument', () => ({ document: { sample: 'document', seed: random() } }) as WireContent],
  ['sampleSticker', () => ({ sticker: { sample: 'sticker' } })],
  ['location', () => ({ location: { latitude: -23.5614, longitude: -46.6559, name: 'Avenida Paulista, São Paulo' } })],
  ['contact', () => ({ contact: { name: 'Carla Menezes', number: '5511977776666' } })],
]

function Attachments({ onPick }: { onPick(content: WireContent): void }) {
  const input = useRef<HTMLInputElement>(null)
  const close = () => document.getElementById('attachments')?.hidePopover()
  const pickFile = async (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) onPick(await fileContent(file))
    event.target.value = ''
  }
  return (
    <>
      <button type="button" className="icon" aria-label={texts.attach} popoverTarget="attachments">
        <Glyph name="attach" />
      </button>
      <input ref={input} type="file" multiple hidden onChange={pickFile} data-part="file" />
      <div id="attachments" popover="auto" className="menu" role="menu" aria-label={texts.attach}>
        <button
          type="button"
          role="menuitem"
          onClick={() => {
            close()
            input.current?.click()
          }}
        >
          {texts.file}
        </button>
        {samples.map(([name, make]) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            onClick={() => {
              close()
              onPick(make())
            }}
          >
            {texts[name]}
          </button>
        ))}
      </div>
    </>
  )
}

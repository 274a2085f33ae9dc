import { type FormEvent, useState } from 'react'
import type { OwnerView, WaitingCode } from '../control/control-api'
import { callControl } from './api'
import { Glyph } from './glyphs'
import { texts } from './texts'
import { phoneText } from './time'

interface Props {
  owners: OwnerView[]
  codes: WaitingCode[]
  onLinked(): void
}

/** Phones of the company, and connections whose QR code waits to be scanned by one of them. */
export function Links({ owners, codes, onLinked }: Props) {
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState('')
  const link = async (name: string, code: string) => {
    setBusy(code)
    setProblem('')
    try {
      await linkPhone(owners, name, code)
      onLinked()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      setBusy('')
    }
  }
  return (
    <section className="links" aria-labelledby="links">
      <h2 id="links">{texts.connections}</h2>
      {owners.length === 0 && <p className="hint">{texts.noOwners}</p>}
      <ul>
        {owners.map((owner) => (
          <Owner key={owner.number} owner={owner} />
        ))}
      </ul>
      {codes.length > 0 && <h3>{texts.waiting}</h3>}
      {codes.map(({ name, qr }) => (
        <button key={name} type="button" className="scan" disabled={busy !== ''} onClick={() => link(name, qr)}>
          <Glyph name="scan" />
          <span>
            <b>{name}</b>
            <small>{busy === qr ? texts.scanning : texts.scan}</small>
          </span>
        </button>
      ))}
      <Paste onLink={(code) => link('', code)} />
      {problem && (
        <p role="alert" className="problem">
          {problem}
        </p>
      )}
    </section>
  )
}

function Owner({ owner: { name, number, devices } }: { owner: OwnerView }) {
  const state = devices.some(({ online }) => online) ? 'online' : devices.length > 0 ? 'offline' : 'unlinked'
  return (
    <li className="owner">
      <Glyph name="phone" />
      <span>
        <b>{name}</b>
        <small>{phoneText(number)}</small>
      </span>
      <em data-state={state}>{texts[state]}</em>
    </li>
  )
}

function Paste({ onLink }: { onLink(code: string): Promise<boolean> }) {
  const [code, setCode] = useState('')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() && (await onLink(code.trim()))) setCode('')
  }
  return (
    <details className="paste">
      <summary>{texts.paste}</summary>
      <form onSubmit={send}>
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          aria-label={texts.pasteLabel}
          placeholder={texts.pasteLabel}
        />
        <button type="submit">{texts.link}</button>
      </form>
    </details>
  )
}

/** Links by QR text or code: a phone without linked devices, else a new phone with the connection's name. */
async function linkPhone(owners: OwnerView[], name: string, code: string) {
  const free = owners.find(({ devices }) => devices.length === 0)
  const owner = (free ?? (await callControl('addOwner', { name: name || undefined }))).number
  if (/^[0-9a-z]{4}-?[0-9a-z]{4}$/i.test(code)) await callControl('enterCode', { owner, code })
  else await callControl('scan', { owner, qr: code })
}

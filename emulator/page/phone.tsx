import { useEffect, useState } from 'react'
import type { Bubble, CustomerView, OwnerView } from '../control/control-api'
import { callControl } from './api'
import { Avatar } from './avatar'
import { Composer, type TextTarget } from './composer'
import { Glyph } from './glyphs'
import { texts } from './texts'
import { Thread } from './thread'
import { phoneText } from './time'

interface Props {
  customer: CustomerView
  owners: OwnerView[]
  thread: Bubble[]
  onBack(): void
  onChange(): void
}

/** Open phone of a customer, with its conversation with one of the company's numbers. */
export function Phone({ customer, owners, thread, onBack, onChange }: Props) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [purpose, setPurpose] = useState<TextTarget | null>(null)
  const owner = addressee(owners, thread, chosen)
  useReading(customer, thread.length, onChange)
  const bubbles = thread.filter((bubble) => bubble.with === owner?.number || bubble.past)
  return (
    <section className="phone" aria-label={`${texts.phoneOf} ${customer.name}`}>
      <header>
        <button type="button" className="icon back" aria-label={texts.back} onClick={onBack}>
          <Glyph name="back" />
        </button>
        <Avatar customer={customer} />
        <span className="who">
          <b>
            {texts.phoneOf} {customer.name}
          </b>
          <small>{phoneText(customer.number)}</small>
        </span>
        {owner && <CallButton customer={customer} owner={owner.number} onChange={onChange} />}
      </header>
      {owners.length > 0 && (
        <label className="to">
          {texts.writingTo}
          <select value={owner?.number} onChange={(event) => setChosen(event.target.value)}>
            {owners.map(({ number, name }) => (
              <option key={number} value={number}>
                {name} · {phoneText(number)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Thread
        bubbles={bubbles}
        typing={customer.typing.find(({ from }) => from === owner?.number)?.state}
        phone={customer.number}
        owner={owner?.number}
        onPurpose={setPurpose}
        onChange={onChange}
      />
      {owner ? (
        <Composer
          phone={customer.number}
          owner={owner.number}
          purpose={purpose}
          onPurpose={setPurpose}
          onChange={onChange}
        />
      ) : (
        <p className="hint">{texts.linkPhoneFirst}</p>
      )}
    </section>
  )
}

/** Addressee: the chosen owner, else the one of the last message, else one that is online, else the first. */
function addressee(owners: OwnerView[], thread: Bubble[], chosen: string | null): OwnerView | undefined {
  const last = thread.findLast((bubble) => owners.some(({ number }) => number === bubble.with))?.with
  return (
    owners.find(({ number }) => number === chosen) ??
    owners.find(({ number }) => number === last) ??
    owners.find(({ devices }) => devices.some(({ online }) => online)) ??
    owners[0]
  )
}

/** Marks messages as read while the page is visible. */
function useReading({ number, unread }: CustomerView, shown: number, onChange: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new bubble must be marked as read
  useEffect(() => {
    if (unread <= 0) return
    const read = () => {
      if (!document.hidden) void callControl('markRead', { phone: number }).then(onChange, () => undefined)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [number, unread, shown, onChange])
}

interface Calling {
  customer: CustomerView
  owner: string
  onChange(): void
}

/** Time in ms for which a declined call is shown. */
const declinedMs = 5000

function CallButton({ customer: { number, calls }, owner, onChange }: Calling) {
  const last = calls.at(-1)
  const ringing = last?.state === 'ringing'
  const [rungId, setRungId] = useState<string>()
  useEffect(() => {
    if (ringing) setRungId(last.id)
  }, [ringing, last])
  useEffect(() => {
    if (ringing || !rungId) return
    const timer = setTimeout(setRungId, declinedMs)
    return () => clearTimeout(timer)
  }, [ringing, rungId])
  const isDeclined = last?.state === 'rejected' && last.id === rungId
  const act = async () => {
    if (ringing) await callControl('hangUp', { from: number, id: last.id })
    else await callControl('call', { from: number, to: owner })
    onChange()
  }
  return (
    <>
      {(ringing || isDeclined) && <small role="status">{ringing ? texts.ringing : texts.rejected}</small>}
      <button type="button" className="icon" aria-label={ringing ? texts.hangUp : texts.call} onClick={act}>
        <Glyph name={ringing ? 'hangUp' : 'call'} />
      </button>
    </>
  )
}

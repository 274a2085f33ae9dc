import '../browser'
import { expect, test } from 'bun:test'
import { parseCoordinates } from '../../../ui/lib/coordinates'
import { laterTimes } from '../../../ui/lib/later-times'

test('laterTimes offers nine o’clock of tomorrow and of the next Monday, never today', () => {
  const at = (iso: string) => laterTimes(Date.parse(iso))
  // A Sunday, 23:30 in São Paulo.
  expect(at('2026-11-23T02:30:00Z')).toEqual({
    snoozeHour: '2026-11-23T00:30',
    snoozeTomorrow: '2026-11-23T09:00',
    snoozeMonday: '2026-11-23T09:00',
  })
  expect(at('2026-11-23T12:00:00Z').snoozeMonday).toBe('2026-11-30T09:00')
})

test.each([
  ['-23.5505, -46.6333', { latitude: -23.5505, longitude: -46.6333 }],
  ['https://www.google.com/maps?q=-23.5%2C-46.6&z=17', { latitude: -23.5, longitude: -46.6 }],
  [
    'https://www.google.com/maps/place/Sé/@-23.1,-46.2,17z/data=!3d-23.5!4d-46.6',
    { latitude: -23.5, longitude: -46.6 },
  ],
  ['https://www.openstreetmap.org/#map=17/-23.5/-46.6', { latitude: -23.5, longitude: -46.6 }],
  ['123.5, 46', null],
  ['Praça da Sé, 100', null],
])('parseCoordinates reads %s', (text, found) => expect(parseCoordinates(text)).toEqual(found))

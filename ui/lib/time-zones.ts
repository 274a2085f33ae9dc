/** Places of Brazil's time zones, in the order of the list; the first three hold most of its people. */
const brazil: [zone: string, place: string][] = [
  ['America/Sao_Paulo', 'Brasília, São Paulo'],
  ['America/Bahia', 'Salvador'],
  ['America/Fortaleza', 'Fortaleza'],
  ['America/Recife', 'Recife'],
  ['America/Belem', 'Belém'],
  ['America/Maceio', 'Maceió'],
  ['America/Araguaina', 'Palmas'],
  ['America/Santarem', 'Santarém'],
  ['America/Noronha', 'Fernando de Noronha'],
  ['America/Manaus', 'Manaus'],
  ['America/Cuiaba', 'Cuiabá'],
  ['America/Campo_Grande', 'Campo Grande'],
  ['America/Porto_Velho', 'Porto Velho'],
  ['America/Boa_Vista', 'Boa Vista'],
  ['America/Rio_Branco', 'Rio Branco'],
  ['America/Eirunepe', 'Eirunepé'],
]

interface ZoneChoice {
  value: string
  label: string
}

/** Time zones of the browser with the company's own: Brazil's first, by place and offset; the others by their names. */
export function zoneChoices(ownZone: string, all: string[] = Intl.supportedValuesOf('timeZone')): ZoneChoice[] {
  const first = brazil
    .filter(([zone]) => zone === ownZone || all.includes(zone))
    .map(([value, place]) => ({ value, label: `${place} (${offsetOf(value)})` }))
  const others = new Set(all.includes(ownZone) ? all : [ownZone, ...all])
  for (const { value } of first) others.delete(value)
  return [...first, ...[...others].map((value) => ({ value, label: value.replaceAll('_', ' ') }))]
}

/** Name of a zone in a sentence: its place in Brazil, such as `Brasília, São Paulo`, else its name without underscores. */
export const zoneName = (zone: string) => new Map(brazil).get(zone) ?? zone.replaceAll('_', ' ')

/** Such as `GMT−3`. */
function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('-', '−') ?? ''
}

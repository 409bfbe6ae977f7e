import type { RelayPoint } from '@agres/domain/relays';

/** Pickup points in ten towns, with names per town; invented, like all demonstration data. */
const TOWNS = [
  {
    country: 'FR',
    town: 'Lyon',
    postcode: '69001',
    points: [
      ['Librairie des Pentes', '12', 'rue des Tables-Claudiennes'],
      ['Épicerie du Plateau', '31', 'rue du Mail'],
      ['Fleurs de la Martinière', '7', 'rue de la Martinière'],
      ['Atelier Vélo des Terreaux', '18', 'rue Lanterne'],
    ],
  },
  {
    country: 'FR',
    town: 'Paris',
    postcode: '75011',
    points: [
      ['Café des Deux Roues', '54', 'rue Saint-Maur'],
      ['Pressing Oberkampf', '102', 'rue Oberkampf'],
      ['Papeterie Saint-Maur', '9 bis', 'rue de la Folie-Méricourt'],
      ['Cave du Faubourg', '40', 'rue de Charonne'],
    ],
  },
  {
    country: 'FR',
    town: 'Marseille',
    postcode: '13006',
    points: [
      ['Mercerie Castellane', '22', 'rue de Rome'],
      ['Tabac du Prado', '5', 'avenue du Prado'],
      ['Boulangerie Lodi', '61', 'rue de Lodi'],
      ['Presse de la Plaine', '14', 'place Jean-Jaurès'],
    ],
  },
  {
    country: 'FR',
    town: 'Toulouse',
    postcode: '31000',
    points: [
      ['Bazar des Carmes', '3', 'place des Carmes'],
      ['Primeur Saint-Aubin', '27', 'rue de la Colombette'],
      ['Librairie du Canal', '48', 'boulevard de la Gare'],
      ['Opticien Matabiau', '80', 'rue de Bayard'],
    ],
  },
  {
    country: 'FR',
    town: 'Nantes',
    postcode: '44000',
    points: [
      ['Quincaillerie Talensac', '11', 'rue de Talensac'],
      ['Café de l’Erdre', '2', 'quai de Versailles'],
      ['Fleuriste Bouffay', '6', 'place du Bouffay'],
      ['Relais des Machines', '33', 'boulevard Léon-Bureau'],
    ],
  },
  {
    country: 'FR',
    town: 'Bordeaux',
    postcode: '33000',
    points: [
      ['Épicerie des Capucins', '8', 'place des Capucins'],
      ['Pressing Saint-Michel', '45', 'rue des Faures'],
      ['Presse Gambetta', '19', 'cours de l’Intendance'],
      ['Cordonnerie du Palais', '4', 'place du Palais'],
    ],
  },
  {
    country: 'FR',
    town: 'Lille',
    postcode: '59800',
    points: [
      ['Papeterie de Wazemmes', '70', 'rue Gambetta'],
      ['Boulangerie Gambetta', '212', 'rue Léon-Gambetta'],
      ['Tabac de la Treille', '10', 'rue de la Monnaie'],
      ['Atelier Solférino', '151', 'rue Solférino'],
    ],
  },
  {
    country: 'FR',
    town: 'Strasbourg',
    postcode: '67000',
    points: [
      ['Librairie de la Krutenau', '25', 'rue de Zurich'],
      ['Fleurs du Faubourg', '39', 'faubourg de Saverne'],
      ['Épicerie Petite-France', '13', 'rue du Bain-aux-Plantes'],
      ['Presse Kléber', '1', 'place Kléber'],
    ],
  },
  {
    country: 'FR',
    town: 'Grenoble',
    postcode: '38000',
    points: [
      ['Cycles du Drac', '90', 'cours Berriat'],
      ['Café Championnet', '15', 'rue Lakanal'],
      ['Mercerie Notre-Dame', '5', 'place Notre-Dame'],
      ['Primeur de l’Aigle', '28', 'rue de l’Aigle'],
    ],
  },
  {
    country: 'BE',
    town: 'Bruxelles',
    postcode: '1000',
    points: [
      ['Café du Marché', '8', 'rue Neuve'],
      ['Librairie Dansaert', '60', 'rue Antoine-Dansaert'],
      ['Épicerie des Marolles', '117', 'rue Haute'],
      ['Presse du Sablon', '21', 'rue Lebeau'],
    ],
  },
] as const satisfies readonly {
  country: RelayPoint['country'];
  town: string;
  postcode: string;
  points: readonly (readonly [name: string, number: string, street: string])[];
}[];

const HOURS = [
  'Du lundi au samedi, 9 h–19 h',
  'Du mardi au samedi, 8 h–19 h 30',
  'Tous les jours, 7 h–21 h',
  'Du lundi au vendredi, 10 h–18 h 30',
] as const;

/** The pickup points, as `relays import` would store them. */
export const DEMO_RELAYS: readonly RelayPoint[] = TOWNS.flatMap(
  ({ country, town, postcode, points }) =>
    points.map(([name, number, street], index) => ({
      id: `DEMO-${postcode}-${index + 1}`,
      country,
      name,
      number,
      street,
      postcode,
      town,
      hours: HOURS[index] ?? HOURS[0],
    })),
);

import { firstWords } from './words.ts';

/**
 * The units of German, French and Spanish, each group with its English name first. Words that mean something else in
 * English ("an", "second" as a rank) are not in the list.
 */
const groups = `
second sekunde sekunden seconde secondes segundo segundos
minute minuten minuto minutos
hour stunde stunden heure heures hora horas
day tag tage tagen kalendertag kalendertage kalendertagen jour jours día días dia dias
week woche wochen semaine semaines semana semanas
month monat monate monaten mois mes meses
quarter quartal quartale quartalen trimestre trimestres
year jahr jahre jahren année années ans año años
percent prozent
page seite seiten página páginas
person personen personne personnes persona personas
`;

/** The English name of a unit in German, French or Spanish, in lower case. */
export const foreignUnits = firstWords(groups.trim().split('\n'));

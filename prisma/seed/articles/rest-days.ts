import type { SeedArticle } from '../article.ts';

export const restDays: SeedArticle = {
  title: {
    fr: 'Le repos fait partie de l’entraînement',
    en: 'Rest days are part of training',
  },
  tags: ['routine', 'science'],
  cover: 'rest-days',
  item: null,
  date: '2026-07-07',
  content: {
    fr: `
<p>On ne progresse pas pendant la séance, on progresse après. L’effort donne le signal ; le corps répond pendant les heures et les jours qui suivent, à condition qu’on le laisse faire. Supprimer les jours de repos, c’est envoyer lettre sur lettre sans jamais attendre la réponse.</p>
<h2>Ce qui se passe quand il ne se passe rien</h2>
<p>Après une séance de force, les réserves d’énergie des muscles se refont en un à deux jours, leurs fibres se réparent en deux à trois. Les tendons et les ligaments, moins irrigués, sont plus lents encore : ils demandent des semaines pour s’adapter à une charge nouvelle. C’est pourquoi les douleurs de coude ou d’épaule arrivent souvent quand tout va bien : les muscles ont avancé, les tendons n’ont pas suivi.</p>
<p>Le système nerveux se fatigue, lui aussi. Un équilibre qui tenait lundi et s’échappe mercredi n’est pas un recul : c’est une attention à bout de course.</p>
<h2>Combien de jours ?</h2>
<ul>
<li><strong>Pour débuter</strong> : trois séances par semaine, un jour de repos au moins entre deux.</li>
<li><strong>Avec de l’expérience</strong> : quatre à cinq séances, en alternant pousser, tirer et jambes, et deux jours sans force.</li>
<li><strong>Toutes les quatre à six semaines</strong> : une semaine légère, avec moitié moins de séries. On y gagne presque toujours en force.</li>
</ul>
<h2>Repos ne veut pas dire canapé</h2>
<p>Le meilleur jour de repos est un jour actif, à une intensité où l’on peut tenir une conversation.</p>
<ol>
<li>Trente minutes de marche, dehors si possible.</li>
<li>Dix minutes de mobilité douce, sans chercher de record.</li>
<li>Un peu de jonglage : la coordination progresse sans coûter de récupération.</li>
</ol>
<p>Le reste est connu, et toujours vrai : dormir sept à neuf heures, manger assez, boire à sa soif. Aucun accessoire ne remplace une heure de sommeil en plus.</p>
<h2>Les signes qui doivent vous arrêter</h2>
<ul>
<li>Le pouls au réveil est plus élevé que d’habitude plusieurs matins de suite.</li>
<li>L’échauffement, d’ordinaire facile, paraît lourd.</li>
<li>Une douleur précise dans une articulation dure plus de deux jours, ou augmente pendant l’effort.</li>
<li>Vous dormez mal et l’envie de vous entraîner a disparu.</li>
</ul>
<p>Un seul de ces signes : faites une séance courte et facile. Deux ou plus : reposez-vous vraiment, sans culpabilité. Une douleur qui persiste malgré le repos mérite l’avis d’un médecin ou d’un kinésithérapeute, pas un nouvel exercice.</p>
<h2>Et si l’on perd ses acquis ?</h2>
<p>C’est la grande peur, et elle est infondée. La force se maintient deux à trois semaines sans aucun entraînement, et revient bien plus vite qu’elle n’était venue. L’endurance baisse un peu plus tôt. Un jour de repos ne vous coûte donc rien ; un jour de trop sur un tendon irrité peut vous en coûter soixante.</p>
<p>Inscrivez vos jours de repos dans l’agenda, au même titre que les séances. Ce qui est prévu n’a plus besoin d’être mérité.</p>`,
    en: `
<p>You don’t get better during a session; you get better after it. Effort gives the signal; your body answers over the following hours and days, provided you let it. Cutting out rest days is like sending letter after letter without ever waiting for a reply.</p>
<h2>What happens when nothing happens</h2>
<p>After a strength session, the muscles’ energy stores are refilled within one to two days, and their fibres repaired within two to three. Tendons and ligaments, with less blood supply, are slower still: they need weeks to adapt to a new load. That is why a sore elbow or shoulder so often turns up when everything is going well: the muscles have moved ahead, the tendons have not kept up.</p>
<p>Your nervous system gets tired too. A handstand that was there on Monday and slips away on Wednesday is not a step back: it is attention that has run out.</p>
<h2>How many days?</h2>
<ul>
<li><strong>Beginners</strong>: three sessions a week, with at least one day of rest in between.</li>
<li><strong>Experienced</strong>: four to five sessions, alternating push, pull and legs, and two days without strength work.</li>
<li><strong>Every four to six weeks</strong>: a light week with half the sets. You nearly always come out of it stronger.</li>
</ul>
<h2>Rest does not mean the sofa</h2>
<p>The best rest day is an active one, at an intensity at which you can hold a conversation.</p>
<ol>
<li>Thirty minutes of walking, outdoors if you can.</li>
<li>Ten minutes of gentle mobility, with no record in mind.</li>
<li>A little juggling: coordination improves at no cost to recovery.</li>
</ol>
<p>The rest is well known, and still true: sleep seven to nine hours, eat enough, drink when you are thirsty. No accessory replaces one more hour of sleep.</p>
<h2>Signs that should stop you</h2>
<ul>
<li>Your pulse on waking is higher than usual several mornings in a row.</li>
<li>The warm-up, usually easy, feels heavy.</li>
<li>A precise pain in a joint lasts for more than two days, or grows during effort.</li>
<li>You sleep badly and no longer feel like training.</li>
</ul>
<p>One of these signs: do a short and easy session. Two or more: really rest, without guilt. A pain that stays in spite of rest deserves the opinion of a doctor or a physiotherapist, not another exercise.</p>
<h2>Will you lose what you have gained?</h2>
<p>That is the great fear, and it is unfounded. Strength holds for two to three weeks without any training, and comes back much faster than it first came. Endurance drops a little sooner. So a day of rest costs you nothing; one day too many on an irritated tendon can cost you sixty.</p>
<p>Put your rest days in your diary, just like your sessions. What has been planned no longer needs to be earned.</p>`,
  },
};

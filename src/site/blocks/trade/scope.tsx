import { Badge } from '#ui/feedback/badge.tsx';
import { CheckIcon, ChevronDownIcon } from '#ui/icons/icons.tsx';
import type { ShownBlockOf } from '../../content/shown.ts';
import { Section, SectionHead, type Standing } from '../frame/section.tsx';
import styles from './scope.module.css';

/** The number of areas that are open at first. The others open with a click, even without script. */
const openAreas = 1;

/** What is cleaned: areas with their tasks, and how often. */
export function ScopeView({ block, isInColumn = false }: Standing & { block: ShownBlockOf<'scope'> }) {
  return (
    <Section block={block} isTitled={block.title !== ''} isInColumn={isInColumn}>
      <SectionHead block={block} />
      <div className={styles.zones}>
        {block.areas.map(({ title, tag, tone, often, tasks }, i) => (
          <details key={i} className={styles.zone} open={i < openAreas}>
            <summary>
              <h3>{title}</h3>
              {tag && <Badge tone={tone}>{tag}</Badge>}
              <p>{often}</p>
              <ChevronDownIcon />
            </summary>
            <ul>
              {tasks.map((task, i) => (
                <li key={i}>
                  <CheckIcon />
                  {task}
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
    </Section>
  );
}

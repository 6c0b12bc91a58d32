//! scratch
use tilefall::grid::*;
use tilefall::mayan::solve::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mode = &args[1];
    if mode == "official" {
        for f in &args[2..] {
            let t = std::fs::read_to_string(f).unwrap();
            let v: Vec<u64> = t.split_whitespace().map(|x| x.parse().unwrap()).collect();
            let mut cols = vec![vec![]; 5];
            let mut c = 0;
            for &x in &v[1..] {
                if x == 0 { c += 1 } else { cols[c].push(x) }
            }
            let g = Grid::from_names(7, 5, |p| cols[p.col].get(p.row).copied()).unwrap();
            let t = std::time::Instant::now();
            let (v2, path, stats) = quick(&g, v[0], switches::Switches::default());
            println!(
                "{f} {:?} {:?} {} {:?}",
                v2,
                t.elapsed(),
                stats.nodes,
                path.iter().map(|m| (m.x, m.y, m.side)).collect::<Vec<_>>()
            );
        }
    } else {
        // random: colours list, M, count
        use rand::{RngExt, SeedableRng};
        let ks: Vec<u64> = args[2].split(',').map(|x| x.parse().unwrap()).collect();
        let m: u64 = args[3].parse().unwrap();
        let per: usize = args[4].parse().unwrap();
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(7);
        for &k in &ks {
            let (mut n, mut time, mut nodes, mut tried, mut worst) = (0, 0.0, 0, 0, 0.0f64);
            let mut by = vec![0u64; 32];
            while n < per {
                let blocks = rng.random_range(30..=35usize);
                let mut h = [7usize; 5];
                for _ in 0..35 - blocks {
                    loop {
                        let c = rng.random_range(0..5);
                        if h[c] > 0 {
                            h[c] -= 1;
                            break;
                        }
                    }
                }
                let g =
                    Grid::from_names(7, 5, |c| (c.row < h[c.col]).then(|| rng.random_range(1..=k))).unwrap();
                if !g.is_settled()
                    || (0..g.colours()).any(|c| g.count(c as u8) < 3)
                    || g.colours() as u64 != k
                {
                    continue;
                }
                let t = std::time::Instant::now();
                let (v, _, stats) = quick(&g, m, switches::Switches::default());
                if v != search::Verdict::None {
                    continue;
                }
                let e = t.elapsed().as_secs_f64();
                n += 1;
                time += e;
                worst = worst.max(e);
                nodes += stats.nodes;
                tried += stats.tried;
                for (a, b) in by.iter_mut().zip(&stats.by_left) {
                    *a += b
                }
            }
            println!(
                "k={k} M={m}: mean {:.3} ms worst {:.3} ms, nodes {} tried/node {:.1} ns/node {:.0} by_left {:?}",
                time / per as f64 * 1e3,
                worst * 1e3,
                nodes,
                tried as f64 / nodes as f64,
                time * 1e9 / nodes as f64,
                &by[..=m as usize]
            );
        }
    }
}

"""Learns SameGame by PPO in PyTorch, in one file in the style of CleanRL, and compares itself with a greedy player.

    pip install torch './python[gym]'
    python python/examples/ppo.py --seconds 600

The network scores groups: each tile sees which tiles around it have its color, the tiles of a group are averaged, and
the size of the group and the number of tiles of its color are added. The critic sees the averages of the board.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

from tilefall.gym import SameGameVecEnv

REACH = 3
"""How far around itself a tile sees."""


def encode(boards: Tensor, colors: int) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Returns what the network sees of boards, uint8 [n, rows, cols]; the tensors have [n, cells] in front.

    Returns:
        What each tile sees (uint8), the cell that stands for its group, the group's numbers (float32), and which cells
        stand for a group that can be removed.
    """
    n, rows, cols = boards.shape
    cells = rows * cols
    padded = nn.functional.pad(boards, (REACH, REACH, REACH, REACH))
    span = range(2 * REACH + 1)
    near = torch.stack([padded[:, y : y + rows, x : x + cols] for y in span for x in span], -1)
    mine = boards[..., None]
    seen = torch.cat([near == mine, near == 0], -1).reshape(n, cells, -1).to(torch.uint8)
    # Groups: the largest cell of each, by taking the largest of equal neighbors, and then that one's.
    root = torch.arange(cells).expand(n, cells).reshape(n, rows, cols).clone()
    for _ in range(8):
        before = root
        for axis in (1, 2):
            size = boards.shape[axis] - 1
            equal = boards.narrow(axis, 0, size) == boards.narrow(axis, 1, size)
            low, high = root.narrow(axis, 0, size), root.narrow(axis, 1, size)
            top = torch.maximum(low, high)
            root = root.clone()
            root.narrow(axis, 0, size).copy_(torch.where(equal, top, low))
            high = root.narrow(axis, 1, size)
            high.copy_(torch.where(equal, torch.maximum(high, top), high))
        flat = root.reshape(n, cells)
        root = flat.gather(1, flat).reshape(n, rows, cols)
        if torch.equal(root, before):
            break
    root = root.reshape(n, cells)
    flat = boards.reshape(n, cells).long()
    tile = (flat > 0).float()
    size = torch.zeros(n, cells).scatter_add_(1, root, tile).gather(1, root)
    counts = torch.zeros(n, colors + 1).scatter_add_(1, flat, tile)
    ranks = counts.argsort(1, descending=True).argsort(1).gather(1, flat)
    count, left = counts.gather(1, flat), tile.sum(1, keepdim=True)
    numbers = [size / 10, size.log1p(), size / count.clamp(min=1), count / left.clamp(min=1)]
    numbers += [left.expand(n, cells) / cells, size == count, size == 2]
    numbers += [ranks == rank for rank in range(colors)]
    stands = (root == torch.arange(cells)) & (size > 1)
    return seen, root, torch.stack([number.float() for number in numbers], -1), stands


class Agent(nn.Module):  # type: ignore[misc]
    """The policy and the value of boards."""

    def __init__(self, colors: int, width: int) -> None:
        """Makes a network that finds all groups about as good."""
        super().__init__()
        numbers = 7 + colors
        self.tile = nn.Sequential(nn.Linear(2 * (2 * REACH + 1) ** 2, width), nn.ReLU())
        self.group = nn.Sequential(
            nn.Linear(width + numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.actor = nn.Linear(width, 1)
        self.critic = nn.Sequential(nn.Linear(2 * width + 1, width), nn.ReLU(), nn.Linear(width, 1))
        nn.init.normal_(self.actor.weight, std=0.01)

    def forward(
        self, seen: Tensor, root: Tensor, numbers: Tensor, stands: Tensor
    ) -> tuple[Categorical, Tensor]:
        """Returns the policy over cells and the values of boards."""
        tiles = self.tile(seen.float())
        index = root[..., None].expand_as(tiles)
        sums = torch.zeros_like(tiles).scatter_add_(1, index, tiles)
        size = torch.zeros_like(root, dtype=torch.float32).scatter_add_(
            1, root, torch.ones_like(root, dtype=torch.float32)
        )
        which = stands.nonzero(as_tuple=True)
        pooled = sums[which] / size[which][:, None]
        groups = self.group(torch.cat([pooled, numbers[which]], -1))
        logits = torch.full(root.shape, -1e9)
        logits[which] = self.actor(groups)[:, 0]
        number = stands.sum(1, keepdim=True).float()
        mean = torch.zeros(len(root), groups.shape[1]).index_add_(0, which[0], groups) / number.clamp(min=1)
        value = self.critic(torch.cat([tiles.mean(1), mean, number / 20], -1))[:, 0]
        return Categorical(logits=logits), value


Player = Callable[[SameGameVecEnv, NDArray[np.uint8]], NDArray[np.int64]]


def play(env: SameGameVecEnv, player: Player) -> NDArray[np.float64]:
    """Returns the scores of a game on every board."""
    boards, info = env.reset(seed=10**9)
    while info["action_mask"].any():
        boards, _, _, _, info = env.step(player(env, boards))
    scores: NDArray[np.float64] = info["score"].astype(np.float64)
    return scores


def greedy(env: SameGameVecEnv, _: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Removes a largest group."""
    groups = [env.board(at).groups() for at in range(env.num_envs)]
    return np.array([max(found, key=lambda group: group.size).index if found else 0 for found in groups])


def learned(agent: Agent, colors: int) -> Player:
    """Removes the group that the network likes best."""

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def player(_: SameGameVecEnv, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        policy, _ = agent(*encode(torch.from_numpy(boards), colors))
        actions: NDArray[np.int64] = policy.logits.argmax(1).numpy()
        return actions

    chosen: Player = player
    return chosen


def train(args: argparse.Namespace) -> Agent:
    """Trains an agent for some seconds."""
    torch.manual_seed(args.seed)
    size = {"rows": args.size, "cols": args.size, "colors": args.colors}
    envs = SameGameVecEnv(args.envs, seed=args.seed, autoreset_mode="same_step", **size)
    agent = Agent(args.colors, args.width)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.rate, eps=1e-5)
    boards, _ = envs.reset()
    begun, reported, steps = time.monotonic(), 0.0, 0
    scores: list[float] = []
    while (spent := time.monotonic() - begun) < args.seconds:
        # Fast at first, and still at the end.
        optimizer.param_groups[0]["lr"] = args.rate * max(1 - spent / args.seconds, 0.02)
        kept: list[Any] = []
        for _ in range(args.steps):
            inputs = encode(torch.from_numpy(boards), args.colors)
            with torch.no_grad():
                policy, value = agent(*inputs)
                action = policy.sample()
            boards, rewards, ended, _, info = envs.step(action.numpy())
            if "final_info" in info:
                scores += info["final_info"]["score"][ended].tolist()
            reward = torch.from_numpy(rewards / args.scale).float()
            kept.append(
                (*inputs, action, policy.log_prob(action), value, reward, torch.from_numpy(ended).float())
            )
        with torch.no_grad():
            _, following = agent(*encode(torch.from_numpy(boards), args.colors))
        steps += args.steps * args.envs
        # Generalized advantage estimation, without a discount.
        advantages: list[Tensor] = []
        advantage = torch.zeros(args.envs)
        for *_, value, reward, over in reversed(kept):
            delta = reward + (1 - over) * following - value
            advantage = delta + args.trace * (1 - over) * advantage
            advantages.insert(0, advantage)
            following = value
        seen, root, numbers, stands, action, logprob, value, _, _ = (
            torch.cat(part) for part in zip(*kept, strict=True)
        )
        gain = torch.cat(advantages)
        returns = gain + value
        for _ in range(args.epochs):
            for part in torch.randperm(len(action)).split(args.minibatch):
                policy, now = agent(seen[part], root[part], numbers[part], stands[part])
                ratio = (policy.log_prob(action[part]) - logprob[part]).exp()
                better = (gain[part] - gain[part].mean()) / (gain[part].std() + 1e-8)
                clipped = ratio.clamp(1 - args.clip, 1 + args.clip)
                actor_loss = -torch.minimum(better * ratio, better * clipped).mean()
                critic_loss = nn.functional.smooth_l1_loss(now, returns[part])
                entropy = -(policy.probs * policy.logits.clamp(min=-30)).sum(1).mean()
                loss = actor_loss + 0.5 * critic_loss - args.entropy * entropy
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        if spent - reported > 10:
            reported = spent
            print(f"{spent:4.0f} s, {steps} steps, {np.mean(scores[-1000:]):7.1f} points", flush=True)
    return agent


def arguments() -> argparse.ArgumentParser:
    """Returns the options."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=600, help="how long to train")
    parser.add_argument("--games", type=int, default=500, help="games of the comparison")
    parser.add_argument("--size", type=int, default=10, help="rows and columns")
    parser.add_argument("--colors", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--steps", type=int, default=32, help="steps of a board in an iteration")
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--width", type=int, default=64, help="of the hidden layers")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning, at first")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.005, help="weight of the entropy")
    parser.add_argument("--scale", type=float, default=200, help="points of a reward of 1")
    parser.add_argument("--save", help="file for the weights")
    return parser


def main() -> None:
    """Trains and compares."""
    args = arguments().parse_args()
    agent = train(args)
    if args.save:
        torch.save(agent.state_dict(), args.save)
    env = SameGameVecEnv(
        args.games, rows=args.size, cols=args.size, colors=args.colors, autoreset_mode="disabled"
    )
    for name, player in {"greedy": greedy, "PPO": learned(agent, args.colors)}.items():
        scores = play(env, player)
        error = scores.std(ddof=1) / len(scores) ** 0.5
        print(f"{name:8} {scores.mean():8.1f} ± {error:.1f} points a game")


if __name__ == "__main__":
    main()
